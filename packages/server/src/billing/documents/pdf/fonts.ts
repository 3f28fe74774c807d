/**
 * Fonts of documents. Fraunces and Inter are the product's; characters they lack, such as Chinese or Arabic ones, are
 * drawn with DejaVu.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as fontkit from 'fontkit'

export type FontStyle = 'plain' | 'bold' | 'serif' | 'mono'

const fallbacks: Record<FontStyle, readonly string[]> = {
  plain: ['inter', 'dejavu'],
  bold: ['inter-bold', 'dejavu-bold'],
  serif: ['fraunces', 'inter-bold', 'dejavu-bold'],
  mono: ['dejavu-mono'],
}

const files: Record<string, readonly [packageName: string, path: string]> = {
  fraunces: ['@fontsource/fraunces', 'files/fraunces-latin-600-normal.woff'],
  inter: ['@expo-google-fonts/inter', '400Regular/Inter_400Regular.ttf'],
  'inter-bold': ['@expo-google-fonts/inter', '600SemiBold/Inter_600SemiBold.ttf'],
  dejavu: ['dejavu-fonts-ttf', 'ttf/DejaVuSans.ttf'],
  'dejavu-bold': ['dejavu-fonts-ttf', 'ttf/DejaVuSans-Bold.ttf'],
  'dejavu-mono': ['dejavu-fonts-ttf', 'ttf/DejaVuSansMono.ttf'],
}

const require = createRequire(import.meta.url)
const opened = new Map<string, fontkit.Font>()

export function fontPath(name: string): string {
  const [packageName, path] = files[name] ?? ['', '']
  return join(dirname(require.resolve(`${packageName}/package.json`)), path)
}

export function registerFonts(page: PDFKit.PDFDocument): void {
  for (const name of Object.keys(files)) page.registerFont(name, fontPath(name))
}

/** Splits a text into the parts that one font can draw. */
export function splitByFont(text: string, style: FontStyle): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = []
  const names = fallbacks[style]
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const font = names.find((name) => openFont(name).hasGlyphForCodePoint(codePoint)) ?? names.at(-1) ?? ''
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

function openFont(name: string): fontkit.Font {
  const cached = opened.get(name)
  if (cached) return cached
  const font = fontkit.openSync(fontPath(name))
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection, not a font.`)
  opened.set(name, font)
  return font
}
