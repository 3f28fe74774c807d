/**
 * What this reader does not take upon itself. It reads bills that are written plainly, and fast; whatever could be read
 * in two ways it leaves to the warehouse's reader, which is the one that decides, rather than guess.
 */
export class NotPlain extends Error {
  override readonly name = 'NotPlain'
}
