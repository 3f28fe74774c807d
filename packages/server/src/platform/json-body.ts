/** The JSON body of a contract route: limited before it is parsed, without characters that databases cannot store. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { formatCount } from '@kept/foundation/format/number.ts'

const MAX_DEPTH = 32
/** Maximum values in an ordinary body; routes for bulk data allow more. */
export const MAX_VALUES = 200_000

/** The parsed body; undefined for an empty one. */
export function parseJsonBody(text: string, maxValues = MAX_VALUES): unknown {
  if (text.trim() === '') return undefined
  checkShape(text, maxValues)
  const value = parse(text)
  checkText(value)
  return value
}

/** Rejects text that cannot be stored: a NUL character, or half of a surrogate pair. */
function checkText(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    const subject = path === '' ? 'The request' : `${path.slice(0, 100)}`
    if (value.includes('\0')) throw badInput(`${subject} contains a NUL character; remove it.`)
    if (!value.isWellFormed()) throw badInput(`${subject} contains an incomplete Unicode character; remove it.`)
    return
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkText(item, path === '' ? String(index) : `${path}.${index}`)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (key.includes('\0') || !key.isWellFormed())
      throw badInput('A field name contains a NUL or an incomplete Unicode character. Remove it.')
    checkText(item, path === '' ? key : `${path}.${key}`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badInput('The body is not valid JSON. Check its brackets, commas and quotation marks.')
  }
}

/** Brackets and values are counted before parsing: the parser itself has no limits. */
function checkShape(text: string, maxValues: number): void {
  let depth = 0
  let entries = 0
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 34: // quotation mark: skip to the end of the text
        index = endOfText(text, index)
        break
      case 123: // {
      case 91: // [
        depth += 1
        if (depth > MAX_DEPTH)
          throw new KeptError('bad_input', `The body is nested deeper than ${MAX_DEPTH} levels. Send a flatter one.`)
        break
      case 125: // }
      case 93: // ]
        depth -= 1
        break
      case 44: // ,
        entries += 1
        if (entries > maxValues)
          throw new KeptError(
            'too_large',
            `The body has more than ${formatCount(maxValues)} values. Send smaller requests.`,
          )
        break
    }
  }
}

function endOfText(text: string, start: number): number {
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === 92) index += 1
    else if (code === 34) return index
    index += 1
  }
  return index
}
