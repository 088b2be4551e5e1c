// Code generated from core/contract/response_events.json by ./dev generate (@generated). DO NOT EDIT.

package axonium

import "encoding/json"

// eventReaders reads each event by its type.
var eventReaders = map[string]func(eventBase) ResponseEvent{
	"response.created":                             readEvent[ResponseCreated],
	"response.queued":                              readEvent[ResponseQueued],
	"response.in_progress":                         readEvent[ResponseInProgress],
	"response.completed":                           readEvent[ResponseCompleted],
	"response.incomplete":                          readEvent[ResponseIncomplete],
	"response.failed":                              readEvent[ResponseFailed],
	"error":                                        readEvent[ErrorEvent],
	"response.output_item.added":                   readEvent[OutputItemAdded],
	"response.output_item.done":                    readEvent[OutputItemDone],
	"response.content_part.added":                  readEvent[ContentPartAdded],
	"response.content_part.done":                   readEvent[ContentPartDone],
	"response.output_text.delta":                   readEvent[OutputTextDelta],
	"response.output_text.done":                    readEvent[OutputTextDone],
	"response.output_text.annotation.added":        readEvent[OutputTextAnnotationAdded],
	"response.refusal.delta":                       readEvent[RefusalDelta],
	"response.refusal.done":                        readEvent[RefusalDone],
	"response.function_call_arguments.delta":       readEvent[FunctionCallArgumentsDelta],
	"response.function_call_arguments.done":        readEvent[FunctionCallArgumentsDone],
	"response.custom_tool_call_input.delta":        readEvent[CustomToolCallInputDelta],
	"response.custom_tool_call_input.done":         readEvent[CustomToolCallInputDone],
	"response.reasoning_text.delta":                readEvent[ReasoningTextDelta],
	"response.reasoning_text.done":                 readEvent[ReasoningTextDone],
	"response.reasoning_summary_part.added":        readEvent[ReasoningSummaryPartAdded],
	"response.reasoning_summary_part.done":         readEvent[ReasoningSummaryPartDone],
	"response.reasoning_summary_text.delta":        readEvent[ReasoningSummaryTextDelta],
	"response.reasoning_summary_text.done":         readEvent[ReasoningSummaryTextDone],
	"response.audio.delta":                         readEvent[AudioDelta],
	"response.audio.done":                          readEvent[AudioDone],
	"response.audio.transcript.delta":              readEvent[AudioTranscriptDelta],
	"response.audio.transcript.done":               readEvent[AudioTranscriptDone],
	"response.code_interpreter_call.in_progress":   readEvent[CodeInterpreterCallInProgress],
	"response.code_interpreter_call.interpreting":  readEvent[CodeInterpreterCallInterpreting],
	"response.code_interpreter_call.completed":     readEvent[CodeInterpreterCallCompleted],
	"response.code_interpreter_call_code.delta":    readEvent[CodeInterpreterCallCodeDelta],
	"response.code_interpreter_call_code.done":     readEvent[CodeInterpreterCallCodeDone],
	"response.file_search_call.in_progress":        readEvent[FileSearchCallInProgress],
	"response.file_search_call.searching":          readEvent[FileSearchCallSearching],
	"response.file_search_call.completed":          readEvent[FileSearchCallCompleted],
	"response.web_search_call.in_progress":         readEvent[WebSearchCallInProgress],
	"response.web_search_call.searching":           readEvent[WebSearchCallSearching],
	"response.web_search_call.completed":           readEvent[WebSearchCallCompleted],
	"response.image_generation_call.in_progress":   readEvent[ImageGenerationCallInProgress],
	"response.image_generation_call.generating":    readEvent[ImageGenerationCallGenerating],
	"response.image_generation_call.partial_image": readEvent[ImageGenerationCallPartialImage],
	"response.image_generation_call.completed":     readEvent[ImageGenerationCallCompleted],
	"response.mcp_call.in_progress":                readEvent[MCPCallInProgress],
	"response.mcp_call.completed":                  readEvent[MCPCallCompleted],
	"response.mcp_call.failed":                     readEvent[MCPCallFailed],
	"response.mcp_call_arguments.delta":            readEvent[MCPCallArgumentsDelta],
	"response.mcp_call_arguments.done":             readEvent[MCPCallArgumentsDone],
	"response.mcp_list_tools.in_progress":          readEvent[MCPListToolsInProgress],
	"response.mcp_list_tools.completed":            readEvent[MCPListToolsCompleted],
	"response.mcp_list_tools.failed":               readEvent[MCPListToolsFailed],
	"response.shell_call_command.added":            readEvent[ShellCallCommandAdded],
	"response.shell_call_command.delta":            readEvent[ShellCallCommandDelta],
	"response.shell_call_command.done":             readEvent[ShellCallCommandDone],
	"response.shell_call_output_content.delta":     readEvent[ShellCallOutputContentDelta],
	"response.shell_call_output_content.done":      readEvent[ShellCallOutputContentDone],
}

// ResponseCreated is response.created: the server has accepted the request.
type ResponseCreated struct {
	eventBase
	// The response as far as it has come.
	Response json.RawMessage `json:"response"`
}

// Type is response.created.
func (ResponseCreated) Type() string { return "response.created" }

func (e *ResponseCreated) fits() bool { return opensWith(&e.Response, '{') }

// ResponseQueued is response.queued: the request waits for its turn.
type ResponseQueued struct {
	eventBase
	// The response as far as it has come.
	Response json.RawMessage `json:"response"`
}

// Type is response.queued.
func (ResponseQueued) Type() string { return "response.queued" }

func (e *ResponseQueued) fits() bool { return opensWith(&e.Response, '{') }

// ResponseInProgress is response.in_progress: the model has begun.
type ResponseInProgress struct {
	eventBase
	// The response as far as it has come.
	Response json.RawMessage `json:"response"`
}

// Type is response.in_progress.
func (ResponseInProgress) Type() string { return "response.in_progress" }

func (e *ResponseInProgress) fits() bool { return opensWith(&e.Response, '{') }

// ResponseCompleted is response.completed: the answer is complete, and its usage is known.
type ResponseCompleted struct {
	eventBase
	// The response as far as it has come.
	Response json.RawMessage `json:"response"`
}

// Type is response.completed.
func (ResponseCompleted) Type() string { return "response.completed" }

func (e *ResponseCompleted) fits() bool { return opensWith(&e.Response, '{') }

// ResponseIncomplete is response.incomplete: the answer ended early: `incomplete_details` of the response says why.
type ResponseIncomplete struct {
	eventBase
	// The response as far as it has come.
	Response json.RawMessage `json:"response"`
}

// Type is response.incomplete.
func (ResponseIncomplete) Type() string { return "response.incomplete" }

func (e *ResponseIncomplete) fits() bool { return opensWith(&e.Response, '{') }

// ResponseFailed is response.failed: the response failed: its `error` says why.
type ResponseFailed struct {
	eventBase
	// The response as far as it has come.
	Response json.RawMessage `json:"response"`
}

// Type is response.failed.
func (ResponseFailed) Type() string { return "response.failed" }

func (e *ResponseFailed) fits() bool { return opensWith(&e.Response, '{') }

// ErrorEvent is error: the stream failed.
type ErrorEvent struct {
	eventBase
	// The server's own code of the error.
	Code *string `json:"code"`
	// What went wrong, in the server's words.
	Message string `json:"message"`
	// The parameter of the request that was at fault.
	Param *string `json:"param"`
	// The HTTP status that the error stands for.
	Status *int `json:"status"`
	// The error as an object, as servers send it over a WebSocket.
	Error json.RawMessage `json:"error"`
}

// Type is error.
func (ErrorEvent) Type() string { return "error" }

func (e *ErrorEvent) fits() bool { return opensWith(&e.Error, '{') }

// OutputItemAdded is response.output_item.added: a new item of the output begins.
type OutputItemAdded struct {
	eventBase
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// The output item: a message, a reasoning, or a call of a tool.
	Item json.RawMessage `json:"item"`
}

// Type is response.output_item.added.
func (OutputItemAdded) Type() string { return "response.output_item.added" }

func (e *OutputItemAdded) fits() bool { return opensWith(&e.Item, '{') }

// OutputItemDone is response.output_item.done: an item of the output is complete.
type OutputItemDone struct {
	eventBase
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// The output item: a message, a reasoning, or a call of a tool.
	Item json.RawMessage `json:"item"`
}

// Type is response.output_item.done.
func (OutputItemDone) Type() string { return "response.output_item.done" }

func (e *OutputItemDone) fits() bool { return opensWith(&e.Item, '{') }

// ContentPartAdded is response.content_part.added: a content part begins; usually it is still empty.
type ContentPartAdded struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// The content part.
	Part json.RawMessage `json:"part"`
}

// Type is response.content_part.added.
func (ContentPartAdded) Type() string { return "response.content_part.added" }

func (e *ContentPartAdded) fits() bool { return opensWith(&e.Part, '{') }

// ContentPartDone is response.content_part.done: a content part is complete.
type ContentPartDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// The content part.
	Part json.RawMessage `json:"part"`
}

// Type is response.content_part.done.
func (ContentPartDone) Type() string { return "response.content_part.done" }

func (e *ContentPartDone) fits() bool { return opensWith(&e.Part, '{') }

// OutputTextDelta is response.output_text.delta: more of the text.
type OutputTextDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// What is new.
	Delta string `json:"delta"`
	// Log probabilities, if they were asked for.
	Logprobs json.RawMessage `json:"logprobs"`
}

// Type is response.output_text.delta.
func (OutputTextDelta) Type() string { return "response.output_text.delta" }

func (e *OutputTextDelta) fits() bool { return opensWith(&e.Logprobs, '[') }

// OutputTextDone is response.output_text.done: the text of a content part is complete.
type OutputTextDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// The text, whole.
	Text string `json:"text"`
	// Log probabilities, if they were asked for.
	Logprobs json.RawMessage `json:"logprobs"`
}

// Type is response.output_text.done.
func (OutputTextDone) Type() string { return "response.output_text.done" }

func (e *OutputTextDone) fits() bool { return opensWith(&e.Logprobs, '[') }

// OutputTextAnnotationAdded is response.output_text.annotation.added: an annotation was added to the text.
type OutputTextAnnotationAdded struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// Which annotation of the content part it is, from 0.
	AnnotationIndex int `json:"annotation_index"`
	// The annotation: a citation of a page or a file, or the path of a file that was made.
	Annotation json.RawMessage `json:"annotation"`
}

// Type is response.output_text.annotation.added.
func (OutputTextAnnotationAdded) Type() string { return "response.output_text.annotation.added" }

func (e *OutputTextAnnotationAdded) fits() bool { return opensWith(&e.Annotation, '{') }

// RefusalDelta is response.refusal.delta: more of a refusal.
type RefusalDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.refusal.delta.
func (RefusalDelta) Type() string { return "response.refusal.delta" }

// RefusalDone is response.refusal.done: a refusal is complete.
type RefusalDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// Why the model declines, whole.
	Refusal string `json:"refusal"`
}

// Type is response.refusal.done.
func (RefusalDone) Type() string { return "response.refusal.done" }

// FunctionCallArgumentsDelta is response.function_call_arguments.delta: more of a function call's arguments.
type FunctionCallArgumentsDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.function_call_arguments.delta.
func (FunctionCallArgumentsDelta) Type() string { return "response.function_call_arguments.delta" }

// FunctionCallArgumentsDone is response.function_call_arguments.done: a function call's arguments are complete.
type FunctionCallArgumentsDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// The function that is called.
	Name *string `json:"name"`
	// The arguments as the model wrote them: usually JSON, never checked here.
	Arguments string `json:"arguments"`
}

// Type is response.function_call_arguments.done.
func (FunctionCallArgumentsDone) Type() string { return "response.function_call_arguments.done" }

// CustomToolCallInputDelta is response.custom_tool_call_input.delta: more of a custom tool call's input.
type CustomToolCallInputDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.custom_tool_call_input.delta.
func (CustomToolCallInputDelta) Type() string { return "response.custom_tool_call_input.delta" }

// CustomToolCallInputDone is response.custom_tool_call_input.done: a custom tool call's input is complete.
type CustomToolCallInputDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// The input as the model wrote it.
	Input string `json:"input"`
}

// Type is response.custom_tool_call_input.done.
func (CustomToolCallInputDone) Type() string { return "response.custom_tool_call_input.done" }

// ReasoningTextDelta is response.reasoning_text.delta: more of the reasoning.
type ReasoningTextDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.reasoning_text.delta.
func (ReasoningTextDelta) Type() string { return "response.reasoning_text.delta" }

// ReasoningTextDone is response.reasoning_text.done: the reasoning of a content part is complete.
type ReasoningTextDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which content part of the item it is, from 0.
	ContentIndex int `json:"content_index"`
	// The text, whole.
	Text string `json:"text"`
}

// Type is response.reasoning_text.done.
func (ReasoningTextDone) Type() string { return "response.reasoning_text.done" }

// ReasoningSummaryPartAdded is response.reasoning_summary_part.added: a part of the reasoning's summary begins; usually it is still empty.
type ReasoningSummaryPartAdded struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which part of the summary it is, from 0.
	SummaryIndex int `json:"summary_index"`
	// The content part.
	Part json.RawMessage `json:"part"`
}

// Type is response.reasoning_summary_part.added.
func (ReasoningSummaryPartAdded) Type() string { return "response.reasoning_summary_part.added" }

func (e *ReasoningSummaryPartAdded) fits() bool { return opensWith(&e.Part, '{') }

// ReasoningSummaryPartDone is response.reasoning_summary_part.done: a part of the reasoning's summary is complete.
type ReasoningSummaryPartDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which part of the summary it is, from 0.
	SummaryIndex int `json:"summary_index"`
	// The content part.
	Part json.RawMessage `json:"part"`
	// `incomplete` where the part was cut short.
	Status *string `json:"status"`
}

// Type is response.reasoning_summary_part.done.
func (ReasoningSummaryPartDone) Type() string { return "response.reasoning_summary_part.done" }

func (e *ReasoningSummaryPartDone) fits() bool { return opensWith(&e.Part, '{') }

// ReasoningSummaryTextDelta is response.reasoning_summary_text.delta: more of the reasoning's summary.
type ReasoningSummaryTextDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which part of the summary it is, from 0.
	SummaryIndex int `json:"summary_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.reasoning_summary_text.delta.
func (ReasoningSummaryTextDelta) Type() string { return "response.reasoning_summary_text.delta" }

// ReasoningSummaryTextDone is response.reasoning_summary_text.done: the text of a part of the reasoning's summary is complete.
type ReasoningSummaryTextDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which part of the summary it is, from 0.
	SummaryIndex int `json:"summary_index"`
	// The text, whole.
	Text string `json:"text"`
}

// Type is response.reasoning_summary_text.done.
func (ReasoningSummaryTextDone) Type() string { return "response.reasoning_summary_text.done" }

// AudioDelta is response.audio.delta: more of the audio, in Base64.
type AudioDelta struct {
	eventBase
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.audio.delta.
func (AudioDelta) Type() string { return "response.audio.delta" }

// AudioDone is response.audio.done: the audio is complete.
type AudioDone struct {
	eventBase
}

// Type is response.audio.done.
func (AudioDone) Type() string { return "response.audio.done" }

// AudioTranscriptDelta is response.audio.transcript.delta: more of what is said in the audio.
type AudioTranscriptDelta struct {
	eventBase
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.audio.transcript.delta.
func (AudioTranscriptDelta) Type() string { return "response.audio.transcript.delta" }

// AudioTranscriptDone is response.audio.transcript.done: the transcript of the audio is complete.
type AudioTranscriptDone struct {
	eventBase
}

// Type is response.audio.transcript.done.
func (AudioTranscriptDone) Type() string { return "response.audio.transcript.done" }

// CodeInterpreterCallInProgress is response.code_interpreter_call.in_progress: a code interpreter call has begun.
type CodeInterpreterCallInProgress struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.code_interpreter_call.in_progress.
func (CodeInterpreterCallInProgress) Type() string {
	return "response.code_interpreter_call.in_progress"
}

// CodeInterpreterCallInterpreting is response.code_interpreter_call.interpreting: the code interpreter runs the code.
type CodeInterpreterCallInterpreting struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.code_interpreter_call.interpreting.
func (CodeInterpreterCallInterpreting) Type() string {
	return "response.code_interpreter_call.interpreting"
}

// CodeInterpreterCallCompleted is response.code_interpreter_call.completed: a code interpreter call is over.
type CodeInterpreterCallCompleted struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.code_interpreter_call.completed.
func (CodeInterpreterCallCompleted) Type() string { return "response.code_interpreter_call.completed" }

// CodeInterpreterCallCodeDelta is response.code_interpreter_call_code.delta: more of the code that the code interpreter is to run.
type CodeInterpreterCallCodeDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.code_interpreter_call_code.delta.
func (CodeInterpreterCallCodeDelta) Type() string { return "response.code_interpreter_call_code.delta" }

// CodeInterpreterCallCodeDone is response.code_interpreter_call_code.done: the code that the code interpreter is to run is complete.
type CodeInterpreterCallCodeDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// The program, whole.
	Code string `json:"code"`
}

// Type is response.code_interpreter_call_code.done.
func (CodeInterpreterCallCodeDone) Type() string { return "response.code_interpreter_call_code.done" }

// FileSearchCallInProgress is response.file_search_call.in_progress: a file search has begun.
type FileSearchCallInProgress struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.file_search_call.in_progress.
func (FileSearchCallInProgress) Type() string { return "response.file_search_call.in_progress" }

// FileSearchCallSearching is response.file_search_call.searching: a file search is searching.
type FileSearchCallSearching struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.file_search_call.searching.
func (FileSearchCallSearching) Type() string { return "response.file_search_call.searching" }

// FileSearchCallCompleted is response.file_search_call.completed: a file search is over.
type FileSearchCallCompleted struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.file_search_call.completed.
func (FileSearchCallCompleted) Type() string { return "response.file_search_call.completed" }

// WebSearchCallInProgress is response.web_search_call.in_progress: a web search has begun.
type WebSearchCallInProgress struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.web_search_call.in_progress.
func (WebSearchCallInProgress) Type() string { return "response.web_search_call.in_progress" }

// WebSearchCallSearching is response.web_search_call.searching: a web search is searching.
type WebSearchCallSearching struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.web_search_call.searching.
func (WebSearchCallSearching) Type() string { return "response.web_search_call.searching" }

// WebSearchCallCompleted is response.web_search_call.completed: a web search is over.
type WebSearchCallCompleted struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.web_search_call.completed.
func (WebSearchCallCompleted) Type() string { return "response.web_search_call.completed" }

// ImageGenerationCallInProgress is response.image_generation_call.in_progress: an image generation has begun.
type ImageGenerationCallInProgress struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.image_generation_call.in_progress.
func (ImageGenerationCallInProgress) Type() string {
	return "response.image_generation_call.in_progress"
}

// ImageGenerationCallGenerating is response.image_generation_call.generating: an image is being generated.
type ImageGenerationCallGenerating struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.image_generation_call.generating.
func (ImageGenerationCallGenerating) Type() string {
	return "response.image_generation_call.generating"
}

// ImageGenerationCallPartialImage is response.image_generation_call.partial_image: a preview of the image that is being generated.
type ImageGenerationCallPartialImage struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which preview it is, from 0.
	PartialImageIndex int `json:"partial_image_index"`
	// The image so far, in Base64.
	PartialImageB64 string `json:"partial_image_b64"`
	// The background of the image: `transparent` or `opaque`.
	Background *string `json:"background"`
	// The format of the image: `png`, `webp` or `jpeg`.
	OutputFormat *string `json:"output_format"`
	// The quality of the image: `low`, `medium` or `high`.
	Quality *string `json:"quality"`
	// The size of the image, such as `1024x1024`.
	Size *string `json:"size"`
}

// Type is response.image_generation_call.partial_image.
func (ImageGenerationCallPartialImage) Type() string {
	return "response.image_generation_call.partial_image"
}

// ImageGenerationCallCompleted is response.image_generation_call.completed: an image generation is over; its item carries the image.
type ImageGenerationCallCompleted struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.image_generation_call.completed.
func (ImageGenerationCallCompleted) Type() string { return "response.image_generation_call.completed" }

// MCPCallInProgress is response.mcp_call.in_progress: a call of an MCP tool has begun.
type MCPCallInProgress struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.mcp_call.in_progress.
func (MCPCallInProgress) Type() string { return "response.mcp_call.in_progress" }

// MCPCallCompleted is response.mcp_call.completed: a call of an MCP tool is over.
type MCPCallCompleted struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.mcp_call.completed.
func (MCPCallCompleted) Type() string { return "response.mcp_call.completed" }

// MCPCallFailed is response.mcp_call.failed: a call of an MCP tool failed.
type MCPCallFailed struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.mcp_call.failed.
func (MCPCallFailed) Type() string { return "response.mcp_call.failed" }

// MCPCallArgumentsDelta is response.mcp_call_arguments.delta: more of an MCP tool call's arguments.
type MCPCallArgumentsDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.mcp_call_arguments.delta.
func (MCPCallArgumentsDelta) Type() string { return "response.mcp_call_arguments.delta" }

// MCPCallArgumentsDone is response.mcp_call_arguments.done: an MCP tool call's arguments are complete.
type MCPCallArgumentsDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// The arguments as the model wrote them: usually JSON, never checked here.
	Arguments string `json:"arguments"`
}

// Type is response.mcp_call_arguments.done.
func (MCPCallArgumentsDone) Type() string { return "response.mcp_call_arguments.done" }

// MCPListToolsInProgress is response.mcp_list_tools.in_progress: the tools of an MCP server are being listed.
type MCPListToolsInProgress struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.mcp_list_tools.in_progress.
func (MCPListToolsInProgress) Type() string { return "response.mcp_list_tools.in_progress" }

// MCPListToolsCompleted is response.mcp_list_tools.completed: the tools of an MCP server were listed.
type MCPListToolsCompleted struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.mcp_list_tools.completed.
func (MCPListToolsCompleted) Type() string { return "response.mcp_list_tools.completed" }

// MCPListToolsFailed is response.mcp_list_tools.failed: the tools of an MCP server could not be listed.
type MCPListToolsFailed struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
}

// Type is response.mcp_list_tools.failed.
func (MCPListToolsFailed) Type() string { return "response.mcp_list_tools.failed" }

// ShellCallCommandAdded is response.shell_call_command.added: a command of a shell call begins.
type ShellCallCommandAdded struct {
	eventBase
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which command of the call it is, from 0.
	CommandIndex int `json:"command_index"`
	// The command line.
	Command string `json:"command"`
}

// Type is response.shell_call_command.added.
func (ShellCallCommandAdded) Type() string { return "response.shell_call_command.added" }

// ShellCallCommandDelta is response.shell_call_command.delta: more of a shell call's command.
type ShellCallCommandDelta struct {
	eventBase
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which command of the call it is, from 0.
	CommandIndex int `json:"command_index"`
	// What is new.
	Delta string `json:"delta"`
}

// Type is response.shell_call_command.delta.
func (ShellCallCommandDelta) Type() string { return "response.shell_call_command.delta" }

// ShellCallCommandDone is response.shell_call_command.done: a shell call's command is complete.
type ShellCallCommandDone struct {
	eventBase
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which command of the call it is, from 0.
	CommandIndex int `json:"command_index"`
	// The command line.
	Command string `json:"command"`
}

// Type is response.shell_call_command.done.
func (ShellCallCommandDone) Type() string { return "response.shell_call_command.done" }

// ShellCallOutputContentDelta is response.shell_call_output_content.delta: more of what a shell call's command wrote, by `stdout` and `stderr`.
type ShellCallOutputContentDelta struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which command of the call it is, from 0.
	CommandIndex int `json:"command_index"`
	// What is new.
	Delta json.RawMessage `json:"delta"`
}

// Type is response.shell_call_output_content.delta.
func (ShellCallOutputContentDelta) Type() string { return "response.shell_call_output_content.delta" }

func (e *ShellCallOutputContentDelta) fits() bool { return opensWith(&e.Delta, '{') }

// ShellCallOutputContentDone is response.shell_call_output_content.done: what a shell call's command wrote is complete.
type ShellCallOutputContentDone struct {
	eventBase
	// The output item it belongs to.
	ItemID string `json:"item_id"`
	// Which item of the output it is, from 0.
	OutputIndex int `json:"output_index"`
	// Which command of the call it is, from 0.
	CommandIndex int `json:"command_index"`
	// What each command wrote and how it ended.
	Output json.RawMessage `json:"output"`
}

// Type is response.shell_call_output_content.done.
func (ShellCallOutputContentDone) Type() string { return "response.shell_call_output_content.done" }

func (e *ShellCallOutputContentDone) fits() bool { return opensWith(&e.Output, '[') }
