package native

// Batch is what one pull took: whatever was ready, in order. End is nil until the call is over.
type Batch struct {
	Opened  []byte
	Notices [][]byte
	Items   [][]byte
	End     []byte
	Failed  bool
}

// Empty reports whether nothing was ready.
func (b *Batch) Empty() bool {
	return b.Opened == nil && len(b.Notices) == 0 && len(b.Items) == 0 && b.End == nil
}
