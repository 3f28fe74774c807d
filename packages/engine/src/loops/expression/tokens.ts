/** The words of an expression, each with where it stands. */
import { badInput, type KeptError } from '@kept/domain/errors.ts'

export interface Token {
  kind: 'number' | 'duration' | 'name' | 'operator' | 'end'
  text: string
  /** Of numbers and durations (in minutes). */
  value: number
  at: number
}

const pattern =
  /\s+|(?<duration>\d+(?:\.\d+)?(?:m|min|h)\b)|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<name>[A-Za-z_][\w.:/-]*\w|[A-Za-z_])|(?<operator><=|>=|==|!=|[<>()+\-*/,])/y

export function tokens(text: string): Token[] {
  const found: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const match = pattern.exec(text)
    if (!match) throw wrong(text, at, `"${text[at]}" is not known here`)
    const { duration, number, name, operator } = match.groups ?? {}
    if (duration !== undefined)
      found.push({
        kind: 'duration',
        text: duration,
        value: Number.parseFloat(duration) * (duration.endsWith('h') ? 60 : 1),
        at,
      })
    else if (number !== undefined) found.push({ kind: 'number', text: number, value: Number(number), at })
    else if (name !== undefined) found.push({ kind: 'name', text: name, value: 0, at })
    else if (operator !== undefined) found.push({ kind: 'operator', text: operator, value: 0, at })
    if (found.length > 500) throw wrong(text, at, 'an expression has at most 500 words')
  }
  found.push({ kind: 'end', text: 'the end', value: 0, at: text.length })
  return found
}

/** One sentence with the place, counted from 1 as editors do. */
export function wrong(text: string, at: number, why: string): KeptError {
  return badInput(`The expression is wrong at character ${at + 1}: ${why}.`, { position: at + 1, expression: text })
}
