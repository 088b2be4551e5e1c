module github.com/axonium/axonium-go

go 1.24
