/**
 * The image shown when a page is shared: its title, the mark and the three-to-one bar. Drawn as SVG and rendered by resvg,
 * which has native binaries for most platforms. On others, every page uses the stored card.png.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { codeOf } from '@kept/foundation/thrown.ts'
import { escapeHtml } from '../html.ts'
import { woffToTtf } from './woff.ts'

interface Resvg {
  Resvg: new (
    svg: string,
    options: { font: { fontFiles: string[]; loadSystemFonts: boolean; defaultFontFamily: string } },
  ) => { render(): { asPng(): Uint8Array } }
}

const require = createRequire(import.meta.url)

interface CardMaker {
  render(title: string): Uint8Array
}

/** Returns undefined if resvg does not support this platform. `folder` holds the font, which resvg reads from a file. */
export function openCardMaker(folder: string): CardMaker | undefined {
  const renderer = findRenderer()
  if (!renderer) return undefined
  const fontFile = join(folder, 'fraunces.ttf')
  writeFileSync(fontFile, woffToTtf(readFileSync(renderer.font)))
  return {
    render(title) {
      const font = { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'Fraunces' }
      return new renderer.resvg.Resvg(drawCard(title), { font }).render().asPng()
    },
  }
}

function findRenderer(): { resvg: Resvg; font: string } | undefined {
  try {
    const renderer = '@resvg/resvg-js'
    return {
      resvg: require(renderer) as Resvg,
      font: require.resolve('@fontsource/fraunces/files/fraunces-latin-400-normal.woff'),
    }
  } catch (error) {
    // Optional dependencies are absent on unsupported platforms. Any other error is a failure.
    if (codeOf(error) === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function drawCard(title: string): string {
  const lines = wrap(title, 26)
  const size = lines.length > 3 ? 68 : 82
  const top = 330 - ((lines.length - 1) * size * 1.12) / 2
  const text = lines
    .map(
      (line, index) => `<text x="88" y="${top + index * size * 1.12}" font-size="${size}">${escapeHtml(line)}</text>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#fcfaf7"/><g transform="translate(88 70) scale(3)" fill="none" stroke="#1d2230"><rect x=".75" y=".75" width="14.5" height="14.5" rx="2.25" stroke-width="1.5"/><path d="M2.5 2.5h8.25v11H2.5z" fill="#1d2230" stroke="none"/></g><g fill="#1d2230" font-family="Fraunces"><text x="154" y="108" font-size="40">Kept</text>${text}</g><rect x="88" y="536" width="766" height="20" rx="3" fill="#1a6b45"/><rect x="858" y="536" width="254" height="20" rx="3" fill="#d5ecdd"/></svg>`
}

function wrap(title: string, maxLength: number): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 1 <= maxLength) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
