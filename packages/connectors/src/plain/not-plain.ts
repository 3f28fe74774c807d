/**
 * What this reader does not support. It reads plainly written bills fast; everything ambiguous is left to the
 * warehouse's reader, whose result is authoritative.
 */
export class NotPlain extends Error {
  override readonly name = 'NotPlain'
}
