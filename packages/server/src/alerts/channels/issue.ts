/** An issue to be opened in a tracker, and the result. */
import { hash } from 'node:crypto'
import { isObject } from '@kept/foundation/narrow.ts'

export interface Issue {
  /** Names the issue in every attempt: a label of it finds the issue whose response was lost. */
  label: string
  title: string
  /** Markdown. */
  body: string
  attempt: number
}

export type OpenedIssue =
  | { outcome: 'taken'; status: number; key: string; url: string; isEarlier: boolean }
  | { outcome: 'again'; status: number | null; sentence: string; waitMs: number | null }
  | { outcome: 'given_up'; status: number | null; sentence: string; gone?: boolean }

/** The label of what is the same in every attempt; it says nothing about the subject to those who see the tracker. */
export function issueLabel(...parts: readonly string[]): string {
  return `kept-${hash('sha256', parts.join(' ')).slice(0, 20)}`
}

/** Parses a JSON object, or a list as an object of its positions. Returns an empty object for anything else. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (Array.isArray(value)) return Object.fromEntries(value.entries())
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
