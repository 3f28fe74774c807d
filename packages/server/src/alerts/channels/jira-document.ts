/** Atlassian document format, from the Markdown that tickets are written in. */

interface JiraNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: JiraNode[]
}
export interface JiraDocument {
  type: 'doc'
  version: 1
  content: JiraNode[]
}

export function jiraDocument(content: JiraNode[]): JiraDocument {
  return { type: 'doc', version: 1, content }
}

export function textNode(text: string, href?: string): JiraNode {
  return { type: 'text', text, ...(href && { marks: [{ type: 'link', attrs: { href } }] }) }
}

export const paragraph = (...content: JiraNode[]): JiraNode => ({ type: 'paragraph', content })

export const bulletList = (items: readonly JiraNode[][]): JiraNode => list('bulletList', items)

/** Reads headings, lists, bold text and addresses. Everything else is text, so that nothing typed is lost. */
export function documentFromMarkdown(markdown: string): JiraDocument {
  return jiraDocument(
    markdown
      .split(/\n{2,}/)
      .map((block) => block.trim())
      .filter(Boolean)
      .map(blockOf),
  )
}

function blockOf(block: string): JiraNode {
  const lines = block.split('\n')
  const heading = /^(#{1,6}) +(.+)$/.exec(block)
  if (heading && lines.length === 1)
    return { type: 'heading', attrs: { level: heading[1]?.length ?? 1 }, content: inline(heading[2] ?? '') }
  if (lines.every((line) => /^[-*] /.test(line))) return bulletList(lines.map((line) => inline(line.slice(2))))
  if (lines.every((line) => /^\d+\. /.test(line)))
    return list(
      'orderedList',
      lines.map((line) => inline(line.replace(/^\d+\. /, ''))),
    )
  const content = lines.flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...inline(line)])
  return paragraph(...content)
}

function list(type: 'bulletList' | 'orderedList', items: readonly JiraNode[][]): JiraNode {
  return { type, content: items.map((content) => ({ type: 'listItem', content: [paragraph(...content)] })) }
}

function inline(text: string): JiraNode[] {
  return text
    .split(/(\*\*[^*]+\*\*|https?:\/\/[^\s<>"')\]]+)/)
    .filter(Boolean)
    .map((part) => {
      if (/^https?:\/\//.test(part)) return textNode(part, part)
      const bold = /^\*\*([^*]+)\*\*$/.exec(part)?.[1]
      return bold === undefined ? textNode(part) : { type: 'text', text: bold, marks: [{ type: 'strong' }] }
    })
}
