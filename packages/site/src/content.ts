/** Reads Markdown with a title and a description from packages/site/content. */
import { readFileSync } from 'node:fs'

export interface Prose {
  title: string
  description: string
  published?: string
  text: string
}

export function readProse(name: string): Prose {
  const source = readFileSync(new URL(`../content/${name}.md`, import.meta.url), 'utf8')
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const fields = Object.fromEntries(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const { title, description, published } = fields
  if (!title || !description) throw new Error(`packages/site/content/${name}.md needs a title and a description.`)
  return { title, description, text, ...(published ? { published } : {}) }
}

/** Reads a document of the repository without its heading, which the page renders. */
export function readDocument(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').replace(/^# .*\n/, '')
}
