/** Draws tagged text and lines on the pages of a document. Lengths are points; y runs downward from the page's top. */
import { type FontStyle, splitByFont } from './fonts.ts'

export interface TextStyle {
  readonly font: FontStyle
  readonly size: number
  readonly color: string
}

type Align = 'left' | 'right'
type Structure = ReturnType<PDFKit.PDFDocument['struct']>

export const inks = {
  ink: '#171d29',
  soft: '#474d59',
  faint: '#5f646e',
  rule: '#dedad4',
  strong: '#171d29',
  wash: '#f6f3ee',
}

export interface Pen {
  readonly page: PDFKit.PDFDocument
  /** One line; a text wider than `width` is not shortened. */
  line(text: string, x: number, y: number, style: TextStyle, options?: { width?: number; align?: Align }): void
  /** Several lines, one below the other. */
  lines(texts: readonly string[], x: number, y: number, style: TextStyle, lineHeight: number): void
  /** Lines of at most `width`; a word that is wider is broken. */
  wrap(text: string, width: number, style: TextStyle): string[]
  widthOf(text: string, style: TextStyle): number
  rule(x: number, y: number, width: number, options?: { color?: string; thickness?: number }): void
  box(x: number, y: number, width: number, height: number, color: string): void
  /** Everything drawn inside belongs to a new element of the document's structure. */
  tagged(type: string, draw: () => void): void
  /** A group of tagged elements, such as a table or row. */
  group(type: string, draw: () => void): void
  /** Drawn, but not read aloud: lines, page numbers. */
  artifact(draw: () => void): void
}

export function openPen(page: PDFKit.PDFDocument, root: Structure): Pen {
  const parents = [root]
  const parent = () => parents.at(-1) ?? root

  const measure = (text: string, { font, size }: TextStyle, options: PDFKit.Mixins.TextOptions = {}): number =>
    splitByFont(text, font).reduce(
      (sum, run) => sum + page.font(run.font).fontSize(size).widthOfString(run.text, options),
      0,
    )
  // Shaping a text is slow, and wrapping measures the same words again and again.
  const widths = new Map<string, number>()
  const measureWord = (word: string, style: TextStyle): number => {
    const key = `${style.font} ${style.size} ${word}`
    const width = widths.get(key) ?? measure(word, style)
    widths.set(key, width)
    return width
  }
  const widthOf = (text: string, style: TextStyle): number =>
    text
      .split(' ')
      .reduce((sum, word, index) => sum + (index ? measureWord(' ', style) : 0) + measureWord(word, style), 0)

  const pen: Pen = {
    page,
    widthOf,
    line(text, x, y, style, { width = 0, align = 'left' } = {}) {
      const options = align === 'right' && amountPattern.test(text) ? tabular : {}
      let left = align === 'right' ? x + width - measure(text, style, options) : x
      for (const run of splitByFont(text, style.font)) {
        page.font(run.font).fontSize(style.size).fillColor(style.color)
        page.text(run.text, left, y, { lineBreak: false, ...options, baseline: 'alphabetic' })
        left += page.widthOfString(run.text, options)
      }
    },
    lines(texts, x, y, style, lineHeight) {
      for (const [index, text] of texts.entries()) pen.line(text, x, y + index * lineHeight, style)
    },
    wrap: (text, width, style) => wrapText(text, width, (part) => widthOf(part, style)),
    rule(x, y, width, { color = inks.rule, thickness = 0.6 } = {}) {
      pen.artifact(() => page.rect(x, y, width, thickness).fill(color))
    },
    box(x, y, width, height, color) {
      pen.artifact(() => page.roundedRect(x, y, width, height, 3).fill(color))
    },
    tagged(type, draw) {
      const element = page.struct(type)
      parent().add(element)
      element.add(draw)
      element.end()
    },
    group(type, draw) {
      const element = page.struct(type)
      parent().add(element)
      parents.push(element)
      draw()
      parents.pop()
      element.end()
    },
    artifact(draw) {
      page.markContent('Artifact', { type: 'Layout' })
      draw()
      page.endMarkedContent()
    },
  }
  return pen
}

/** Digits of one width, so that amounts align. It also widens hyphens, so it is not for numbers of documents. */
const tabular: PDFKit.Mixins.TextOptions = { features: ['tnum', 'kern'] }
const amountPattern = /^[^-]*\d[^-]*$/

/** Breaks at spaces, and inside a word only where it is wider than a line. */
function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.replaceAll(/[^\S\n]+/g, ' ').split('\n')) {
    let line = ''
    for (const word of paragraph.trim().split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (widthOf(longer) <= width) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      line = breakWord(word, width, widthOf, lines)
    }
    lines.push(line)
  }
  return lines
}

/** Adds the full lines of a word that is wider than a line, and returns its rest. */
function breakWord(word: string, width: number, widthOf: (text: string) => number, lines: string[]): string {
  let rest = [...word]
  while (rest.length > 1 && widthOf(rest.join('')) > width) {
    let count = rest.length - 1
    while (count > 1 && widthOf(rest.slice(0, count).join('')) > width) count -= 1
    lines.push(rest.slice(0, count).join(''))
    rest = rest.slice(count)
  }
  return rest.join('')
}
