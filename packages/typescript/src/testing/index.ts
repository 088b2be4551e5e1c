/** An Axonium gateway in this process, for tests: scripted failures, a virtual clock, a ledger of what ran and was billed. */

export { withVirtualClock } from "./clock.js";
export { Gateway } from "./gateway.js";
export type { GatewayModel, GatewayOptions } from "./options.js";
export type { Ledger, LedgerEntry, LedgerTotals, RecordedRequest } from "./records.js";
export type { Step, StreamEvent, WebSocketFrame } from "./script.js";
