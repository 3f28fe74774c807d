/** What a thrown value says. JavaScript throws values of any type, so `catch` names none. */
import { textFieldOf } from './narrow.ts'

/** The message of an error; any other value as text. */
export function messageOf(thrown: unknown): string {
  return textFieldOf(thrown, 'message') ?? String(thrown)
}

/** The code that Node, drivers and our own errors carry, such as "ENOENT"; undefined where there is none. */
export function codeOf(thrown: unknown): string | undefined {
  return textFieldOf(thrown, 'code')
}

/** The same value if it is an error, otherwise an error with it as the message. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown), { cause: thrown })
}
