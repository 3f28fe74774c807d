/**
 * The Markdown our documents are written in, and no more of it: headings, paragraphs, lists, tables, code, quotes, links,
 * emphasis. Everything is escaped; a link to another document leads to its page.
 */
import { escapeHtml, type Html, trusted } from './html.ts'

export interface Heading {
  level: number
  id: string
  text: string
}

export interface Rendered {
  html: Html
  headings: Heading[]
}

export interface MarkdownOptions {
  /** What becomes of the address of a link; undefined leaves the words without a link. */
  link?(address: string): string | undefined
}

export function renderMarkdown(source: string, options: MarkdownOptions = {}): Rendered {
  const headings: Heading[] = []
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const markup = renderBlocks(lines, { link: options.link ?? ((address) => address), headings })
  return { html: trusted(markup), headings }
}

interface Context {
  link(address: string): string | undefined
  headings: Heading[]
}

function renderBlocks(lines: string[], context: Context): string {
  const out: string[] = []
  let at = 0
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && belongs(lines[at] ?? '')) at += 1
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '' || line.startsWith('<!--')) {
      at += 1
    } else if (line.startsWith('```')) {
      at += 1
      const code = take((one) => !one.startsWith('```'))
      at += 1
      out.push(codeBlock(code.join('\n'), line.slice(3).trim()))
    } else if (/^#{1,4} /.test(line)) {
      at += 1
      out.push(heading(line, context))
    } else if (line.startsWith('|')) {
      out.push(
        table(
          take((one) => one.startsWith('|')),
          context,
        ),
      )
    } else if (line.startsWith('> ')) {
      const quoted = take((one) => one.startsWith('>')).map((one) => one.replace(/^> ?/, ''))
      out.push(`<blockquote>${renderBlocks(quoted, context)}</blockquote>`)
    } else if (isItem(line)) {
      out.push(
        list(
          take((one) => isItem(one) || /^\s{2,}\S/.test(one)),
          context,
        ),
      )
    } else {
      out.push(`<p>${inline(take(isProse).join(' '), context)}</p>`)
    }
  }
  return out.join('\n')
}

function isItem(line: string): boolean {
  return /^(- |\d+\. )/.test(line)
}

function isProse(line: string): boolean {
  return line.trim() !== '' && !/^(```|#{1,4} |\||> |<!--)/.test(line) && !isItem(line)
}

function heading(line: string, context: Context): string {
  const [, marks = '#', words = ''] = /^(#+) (.*)$/.exec(line) ?? []
  const markup = inline(words, context)
  const text = markup.replaceAll(/<[^>]+>/g, '')
  const level = marks.length
  const id = uniqueId(text, context.headings)
  context.headings.push({ level, id, text })
  return `<h${level} id="${id}">${markup}</h${level}>`
}

function uniqueId(text: string, headings: Heading[]): string {
  const plain = text.replaceAll(/&\w+;/g, '').toLowerCase()
  const base = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'part'
  let id = base
  for (let n = 2; headings.some((one) => one.id === id); n += 1) id = `${base}-${n}`
  return id
}

function codeBlock(code: string, language: string): string {
  const label = language ? ` data-language="${escapeHtml(language)}"` : ''
  // A reader with a keyboard must be able to scroll what is wider than the page.
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
    (_, column) => body.length > 0 && body.every((row) => /^(|[−-]?[$]?[\d.,]+( %)?)$/.test(row[column] ?? '')),
  )
  const align = (column: number) => (isFigure[column] ? ' class="figure"' : '')
  const blankHead = head.every((cell) => cell === '')
  // A column without a name is headed by a plain cell: a heading that says nothing is read out as one.
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
    const own = nested < 0 ? item : item.slice(0, nested)
    return `<li>${inline(own.map((line) => line.trim()).join(' '), context)}${nested < 0 ? '' : list(item.slice(nested), context)}</li>`
  })
  return `<${tag}>${rendered.join('')}</${tag}>`
}

/** Code first, so that nothing inside of it is read as anything else. */
function inline(text: string, { link }: Context): string {
  const kept: string[] = []
  const keep = (markup: string): string => `\uE000${kept.push(markup) - 1}\uE000`
  const withoutCode = text.replaceAll(/`([^`]+)`/g, (_all, code: string) => keep(`<code>${escapeHtml(code)}</code>`))
  const escaped = escapeHtml(withoutCode)
    .replaceAll(/!\[([^\]]*)\]\([^)]+\)/g, '')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_all, words: string, address: string) => {
      const to = link(address.replaceAll('&amp;', '&'))
      return to === undefined ? words : `${keep(`<a href="${escapeHtml(to)}">`)}${words}</a>`
    })
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>')
  return escaped.replaceAll(/\uE000(\d+)\uE000/g, (_all, index: string) => kept[Number(index)] ?? '')
}
