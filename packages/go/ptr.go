package axonium

// Ptr returns a pointer to value, for optional fields: Temperature: axonium.Ptr(0.2).
func Ptr[T any](value T) *T { return &value }
