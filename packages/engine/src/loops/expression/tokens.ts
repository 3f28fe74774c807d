/** The words of an expression, each with where it stands. */
import { badInput, type KeptError } from '@kept/domain/errors.ts'

export interface Token {
  kind: 'number' | 'duration' | 'name' | 'operator' | 'end'
  text: string
  /** Of numbers and durations (in minutes). */
  value: number
  position: number
}

const pattern =
  /\s+|(?<duration>\d+(?:\.\d+)?(?:m|min|h)\b)|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<name>[A-Za-z_][\w.:/-]*\w|[A-Za-z_])|(?<operator><=|>=|==|!=|[<>()+\-*/,])/y

export function tokens(text: string): Token[] {
  const result: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const position = pattern.lastIndex
    const match = pattern.exec(text)
    if (!match) throw syntaxError(text, position, `"${text[position]}" is not known here`)
    const { duration, number, name, operator } = match.groups ?? {}
    if (duration !== undefined)
      result.push({
        kind: 'duration',
        text: duration,
        value: Number.parseFloat(duration) * (duration.endsWith('h') ? 60 : 1),
        position,
      })
    else if (number !== undefined) result.push({ kind: 'number', text: number, value: Number(number), position })
    else if (name !== undefined) result.push({ kind: 'name', text: name, value: 0, position })
    else if (operator !== undefined) result.push({ kind: 'operator', text: operator, value: 0, position })
    if (result.length > 500) throw syntaxError(text, position, 'an expression has at most 500 words')
  }
  result.push({ kind: 'end', text: 'the end', value: 0, position: text.length })
  return result
}

/** One sentence with the place, counted from 1 as editors do. */
export function syntaxError(text: string, position: number, reason: string): KeptError {
  return badInput(`The expression is not valid at character ${position + 1}: ${reason}.`, {
    position: position + 1,
    expression: text,
  })
}
