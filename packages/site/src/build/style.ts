/** Builds the style sheet: the dashboard's tokens, the fonts and the site's own rules, in this order. */
import { readFileSync } from 'node:fs'

const stylesUrl = new URL('../styles/', import.meta.url)
const tokensFile = new URL('../../../ui/src/styles/tokens.css', import.meta.url)
const sheets = ['base.css', 'shell.css', 'parts.css', 'calculator.css', 'home.css', 'prose.css']

interface Font {
  family: string
  /** The path below node_modules. */
  file: string
  weights: string
  /** For the first paint of every page. */
  first: boolean
}

export const fonts: readonly Font[] = [
  {
    family: 'Inter Variable',
    file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    weights: '100 900',
    first: true,
  },
  {
    family: 'Fraunces Variable',
    file: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    weights: '100 900',
    first: true,
  },
  {
    family: 'JetBrains Mono Variable',
    file: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    weights: '100 800',
    first: false,
  },
]

export function makeStyle(addressOf: (font: Font) => string): string {
  const tokens = readFileSync(tokensFile, 'utf8')
  const light = blockOf(tokens, ':root {')
  const dark = blockOf(tokens, ':root[data-theme="dark"] {')
  const faces = fonts.map(
    (font) =>
      `@font-face{font-family:"${font.family}";font-style:normal;font-display:swap;font-weight:${font.weights};src:url(${addressOf(font)}) format("woff2")}`,
  )
  const siteSheets = sheets.map((sheet) => readFileSync(new URL(sheet, stylesUrl), 'utf8'))
  return squeeze(
    [
      ...faces,
      `:root{${light}}`,
      `:root[data-theme="dark"]{${dark}}`,
      // Without script, the system theme applies.
      `@media (prefers-color-scheme: dark){:root:not([data-theme]){${dark}}}`,
      `@layer site{${siteSheets.join('\n')}}`,
      readFileSync(new URL('last.css', stylesUrl), 'utf8'),
    ].join('\n'),
  )
}

function blockOf(css: string, head: string): string {
  const start = css.indexOf(head)
  const end = css.indexOf('\n}', start)
  if (start < 0 || end < 0) throw new Error(`tokens.css has no block "${head}"; the site takes its colors from it.`)
  const lines = css.slice(start + head.length, end).split('\n')
  // The site draws no charts in the browser, so it needs no chart colors.
  return lines.filter((line) => !line.includes('--chart-') && !line.includes('--row')).join('')
}

/** Removes comments, indentation and line ends. */
function squeeze(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\s*([{};])\s*/g, '$1')
    .replaceAll(';}', '}')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
    .trim()
}
