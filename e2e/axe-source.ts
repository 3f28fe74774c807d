/**
 * The axe of the journeys. It parses the color of every element again under every text that it checks, which is most of
 * its time on a long page; here it parses each color once. What it finds is the same.
 */
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const { source } = createRequire(resolve('@axe-core/playwright'))('axe-core') as { source: string }

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

export const axeSource = `${source}\n${parseColorsOnce}`
