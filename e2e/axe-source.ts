/**
 * The axe of the journeys. It parses the color of every element again under every text that it checks, and keeps the
 * parts of each color in weak maps, as it was compiled for old browsers. Both are most of its time on a long page; here
 * it parses each color once, and keeps the parts in the color. What it finds is the same.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
/** The file with short names: the browser reads half as much. */
const source = readFileSync(createRequire(resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

/** Instead of those of the browser, for axe alone. */
const fieldsInObjects = `
  class WeakMap {
    key = Symbol()
    has(object) { return Object(object) === object && this.key in object }
    get(object) { return object?.[this.key] }
    set(object, value) { object[this.key] = value; return this }
    delete(object) { return delete object[this.key] }
  }
  class WeakSet extends WeakMap {
    add(object) { return this.set(object, true) }
  }`

/** Text, because it runs in the page. Colors that axe cannot parse are left to axe each time. */
const parseColorsOnce = `{
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const parsed = new Map()
  prototype.parseString = function (text) {
    if (parsed.has(text)) return Object.assign(this, parsed.get(text))
    parseString.call(this, text)
    const { r, g, b, alpha } = this
    parsed.set(text, { r, g, b, alpha })
    return this
  }
}`

export const axeSource = `{${fieldsInObjects}
${source}
${parseColorsOnce}}`
