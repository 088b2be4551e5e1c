module github.com/axonium/axonium-go-driver

go 1.24

require github.com/axonium/axonium-go v0.0.0

replace github.com/axonium/axonium-go => ../../../packages/go
