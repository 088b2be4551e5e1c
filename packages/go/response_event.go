package axonium

import "encoding/json"

// ResponseEvent is an event of a Responses stream: one of the types of the contract, or [UnknownEvent].
//
//	switch event := event.(type) {
//	case axonium.OutputTextDelta:
//		fmt.Print(event.Delta)
//	case axonium.UnknownEvent:
//		log.Printf("%s: %s", event.Type(), event.Raw())
//	}
//
// A field that the server left out is zero; it is a nil pointer or nil where zero would say something.
type ResponseEvent interface {
	// Type is what the server calls it, such as response.output_text.delta; empty if it gave no type.
	Type() string
	// SequenceNumber is its number in the stream; nil if the server does not number its events.
	SequenceNumber() *int
	// Raw is the event's data as the server sent it, with the fields that its type does not declare.
	Raw() json.RawMessage

	ofResponse()
}

// UnknownEvent is an event of a type that is not known here, or of a known one whose fields are not what they should be.
type UnknownEvent struct {
	eventBase
	kind string
}

// Type is what the server calls it; empty if it gave no type.
func (e UnknownEvent) Type() string { return e.kind }

// DecodeResponseEvent reads an event out of its data. It never fails: what is none of the known events is an
// [UnknownEvent].
func DecodeResponseEvent(data []byte) ResponseEvent {
	var head struct {
		Type           string          `json:"type"`
		SequenceNumber json.RawMessage `json:"sequence_number"`
	}
	_ = json.Unmarshal(data, &head) // What is no event has no type.
	base := eventBase{raw: data}
	isNumbered := head.SequenceNumber == nil || json.Unmarshal(head.SequenceNumber, &base.sequenceNumber) == nil
	if !isNumbered {
		base.sequenceNumber = nil
	}
	if read := eventReaders[head.Type]; read != nil && isNumbered {
		if event := read(base); event != nil {
			return event
		}
	}
	return UnknownEvent{eventBase: base, kind: head.Type}
}

// eventBase is what all events have.
type eventBase struct {
	sequenceNumber *int
	raw            json.RawMessage
}

// SequenceNumber is its number in the stream; nil if the server does not number its events.
func (b eventBase) SequenceNumber() *int { return b.sequenceNumber }

// Raw is the event's data as the server sent it, with the fields that its type does not declare.
func (b eventBase) Raw() json.RawMessage { return b.raw }

func (eventBase) ofResponse() {}

func (b *eventBase) base() *eventBase { return b }

// fits is for events whose fields Go's decoder has checked.
func (*eventBase) fits() bool { return true }

// readEvent reads an event of one type; nil if its fields are not what they should be.
func readEvent[E ResponseEvent, P interface {
	*E
	base() *eventBase
	fits() bool
}](base eventBase) ResponseEvent {
	event := P(new(E))
	if json.Unmarshal(base.raw, event) != nil || !event.fits() {
		return nil
	}
	*event.base() = base
	return *event
}

// opensWith tells whether a field is unset or an array or object, and makes null nil.
func opensWith(field *json.RawMessage, opening byte) bool {
	*field = present(*field)
	return *field == nil || (*field)[0] == opening
}
