/**
 * Renders the subset of Markdown that our documents use: headings, paragraphs, lists, tables, code, quotes, links and
 * emphasis. All text is escaped. A link to another document leads to its page.
 */
import { escapeHtml, type Html, trusted } from './html.ts'

interface Heading {
  level: number
  id: string
  text: string
}

interface Rendered {
  html: Html
  headings: Heading[]
}

interface MarkdownOptions {
  /** Maps the address of a link; undefined renders plain text. */
  link?(address: string): string | undefined
  /**
   * Draws a picture of the site, which stands alone on its line: `![What it shows](picture:savings)`, or the path of its
   * light version, so that it shows in the repository too.
   */
  picture?(name: string, alt: string): Html
}

export function renderMarkdown(source: string, options: MarkdownOptions = {}): Rendered {
  const headings: Heading[] = []
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const link = options.link ?? ((address: string) => address)
  const markup = renderBlocks(lines, { link, picture: options.picture, headings })
  return { html: trusted(markup), headings }
}

interface Context {
  link(address: string): string | undefined
  picture: MarkdownOptions['picture']
  headings: Heading[]
}

function renderBlocks(lines: string[], context: Context): string {
  const blocks: string[] = []
  let index = 0
  const takeWhile = (belongs: (line: string) => boolean): string[] => {
    const from = index
    while (index < lines.length && belongs(lines[index] ?? '')) index += 1
    return lines.slice(from, index)
  }
  while (index < lines.length) {
    const line = lines[index] ?? ''
    if (line.trim() === '' || line.startsWith('<!--')) {
      index += 1
    } else if (line.startsWith('```')) {
      index += 1
      const code = takeWhile((next) => !next.startsWith('```'))
      index += 1
      blocks.push(codeBlock(code.join('\n'), line.slice(3).trim()))
    } else if (/^#{1,4} /.test(line)) {
      index += 1
      blocks.push(heading(line, context))
    } else if (pictureLine.test(line)) {
      index += 1
      const [, alt = '', name = ''] = pictureLine.exec(line) ?? []
      if (context.picture) blocks.push(context.picture(name, alt).markup)
    } else if (line.startsWith('|')) {
      blocks.push(
        table(
          takeWhile((next) => next.startsWith('|')),
          context,
        ),
      )
    } else if (line.startsWith('> ')) {
      const quoted = takeWhile((next) => next.startsWith('>')).map((quotedLine) => quotedLine.replace(/^> ?/, ''))
      blocks.push(`<blockquote>${renderBlocks(quoted, context)}</blockquote>`)
    } else if (isItem(line)) {
      blocks.push(
        list(
          takeWhile((next) => isItem(next) || /^\s{2,}\S/.test(next)),
          context,
        ),
      )
    } else {
      blocks.push(`<p>${inline(takeWhile(isProse).join(' '), context)}</p>`)
    }
  }
  return blocks.join('\n')
}

/** A picture of the site, alone on its line. */
const pictureLine =
  /^!\[([^\]]+)\]\((?:picture:|(?:\.\.\/)+packages\/site\/pictures\/)([a-z0-9/-]+?)(?:-light\.webp)?\)$/

function isItem(line: string): boolean {
  return /^(- |\d+\. )/.test(line)
}

function isProse(line: string): boolean {
  return line.trim() !== '' && !/^(```|#{1,4} |\||> |<!--)/.test(line) && !isItem(line) && !pictureLine.test(line)
}

function heading(line: string, context: Context): string {
  const [, hashes = '#', content = ''] = /^(#+) (.*)$/.exec(line) ?? []
  const markup = inline(content, context)
  const text = markup.replaceAll(/<[^>]+>/g, '')
  const level = hashes.length
  const id = uniqueId(text, context.headings)
  context.headings.push({ level, id, text })
  return `<h${level} id="${id}">${markup}</h${level}>`
}

function uniqueId(text: string, headings: Heading[]): string {
  const normalized = text.replaceAll(/&\w+;/g, '').toLowerCase()
  const base = normalized.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'part'
  let id = base
  for (let n = 2; headings.some((existing) => existing.id === id); n += 1) id = `${base}-${n}`
  return id
}

function codeBlock(code: string, language: string): string {
  const label = language ? ` data-language="${escapeHtml(language)}"` : ''
  // Keyboard users must be able to scroll a wide table.
  return `<pre tabindex="0"${label}><code>${escapeHtml(code)}</code></pre>`
}

function table(rows: string[], context: Context): string {
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
  const [head = [], , ...body] = cells
  const isFigure = head.map(
    (_, column) => body.length > 0 && body.every((row) => /^(|[−-]?[$]?[\d.,]+( ?%)?)$/.test(row[column] ?? '')),
  )
  const align = (column: number) => (isFigure[column] ? ' class="figure"' : '')
  const blankHead = head.every((cell) => cell === '')
  // Screen readers announce an empty heading, so a column without a name gets a plain cell.
  const headRow = head
    .map((cell, column) =>
      cell === '' ? '<td></td>' : `<th scope="col"${align(column)}>${inline(cell, context)}</th>`,
    )
    .join('')
  const bodyRows = body.map(
    (row) => `<tr>${row.map((cell, column) => `<td${align(column)}>${inline(cell, context)}</td>`).join('')}</tr>`,
  )
  return `<div class="wide" tabindex="0"><table>${blankHead ? '' : `<thead><tr>${headRow}</tr></thead>`}<tbody>${bodyRows.join('')}</tbody></table></div>`
}

function list(lines: string[], context: Context): string {
  const ordered = /^\d/.test(lines[0] ?? '')
  const items: string[][] = []
  for (const line of lines) {
    if (isItem(line)) items.push([line.replace(/^(- |\d+\. )/, '')])
    else items.at(-1)?.push(line.replace(/^\s{2,3}/, ''))
  }
  const tag = ordered ? 'ol' : 'ul'
  const rendered = items.map((item) => {
    const nested = item.findIndex((line, index) => index > 0 && isItem(line))
    const itemLines = nested < 0 ? item : item.slice(0, nested)
    return `<li>${inline(itemLines.map((line) => line.trim()).join(' '), context)}${nested < 0 ? '' : list(item.slice(nested), context)}</li>`
  })
  return `<${tag}>${rendered.join('')}</${tag}>`
}

/** Parses code first, so that its content is not parsed as Markdown. */
function inline(text: string, { link }: Context): string {
  const fragments: string[] = []
  const stash = (markup: string): string => `\uE000${fragments.push(markup) - 1}\uE000`
  const withoutCode = text.replaceAll(/`([^`]+)`/g, (_all, code: string) => stash(`<code>${escapeHtml(code)}</code>`))
  const escaped = escapeHtml(withoutCode)
    .replaceAll(/!\[([^\]]*)\]\([^)]+\)/g, '')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_all, label: string, address: string) => {
      const to = link(address.replaceAll('&amp;', '&'))
      return to === undefined ? label : `${stash(`<a href="${escapeHtml(to)}">`)}${label}</a>`
    })
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>')
  return escaped.replaceAll(/\uE000(\d+)\uE000/g, (_all, index: string) => fragments[Number(index)] ?? '')
}
