/** Tags under one spelling: providers and exports write the same key with prefixes and cases of their own. */
import type { GroupResource } from './group-resource.ts'

const prefixes = /^(resource_?tags[/_]|user[:_]|usertags?[:_]|labels?[/.:]|tags?[/.:])/

const alreadyRead = new WeakMap<GroupResource, ReadonlyMap<string, string>>()

/** Keys in lower case without prefixes, values trimmed; empty values are no values. */
export function readTags(resource: GroupResource): ReadonlyMap<string, string> {
  const cached = alreadyRead.get(resource)
  if (cached) return cached
  const read = parseTags(resource.tags)
  alreadyRead.set(resource, read)
  return read
}

function parseTags(tags: GroupResource['tags']): Map<string, string> {
  const read = new Map<string, string>()
  for (const [key, value] of Object.entries(tags)) {
    const text = value.trim()
    if (text === '') continue
    let normalizedKey = key.trim().toLowerCase()
    while (prefixes.test(normalizedKey)) normalizedKey = normalizedKey.replace(prefixes, '')
    read.set(normalizedKey, text)
  }
  return read
}

export function firstTag(tags: ReadonlyMap<string, string>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = tags.get(key)
    if (value !== undefined) return value
  }
  return undefined
}
