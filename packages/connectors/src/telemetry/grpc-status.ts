/** Codes of gRPC as the HTTP statuses that google.rpc.Code maps them to: which answer it was, not only that it failed. */
const byCode: readonly (readonly [name: string, status: number])[] = [
  ['OK', 200],
  ['CANCEL', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 412],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
]

/** By number, or by a name that begins with one of these; undefined for what is no failure, or no code. */
export function statusOfGrpc(code: string | number | boolean): number | undefined {
  const text = String(code)
  const entry = /^\d+$/.test(text) ? byCode[Number(text)] : byCode.find(([name]) => text.toUpperCase().startsWith(name))
  return entry === undefined || entry[1] === 200 ? undefined : entry[1]
}
