/** What the reader finds in a Terraform file, each with its position in UTF-16 units. */

/** From `start` up to, and without, `end`. */
export interface Span {
  start: number
  end: number
}

export interface HclAttribute {
  name: string
  span: Span
  /** The expression, without spaces and comments around it. */
  value: Span
}

export interface HclBlock {
  type: string
  labels: string[]
  /** From the type to the closing brace. */
  span: Span
  body: HclBody
}

export interface HclBody {
  /** Between the braces; of a file, all of it. */
  span: Span
  attributes: HclAttribute[]
  blocks: HclBlock[]
}

/** Where the text is no HCL, and why. */
export class HclError extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}
