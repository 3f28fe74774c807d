import { openPdf } from '../../platform/pdf-table.ts'
import type { Postmortem } from './postmortem.ts'

const margin = 56
const labelWidth = 110

export async function postmortemPdf(postmortem: Postmortem): Promise<Buffer> {
  const { title, subtitle, facts, sections, actions, timeline } = postmortem
  const { page, finish } = await openPdf({ title, size: 'A4', layout: 'portrait', margin })
  const width = page.page.width - 2 * margin
  const heading = (text: string) => {
    // A heading alone at the end of a page belongs to the next one.
    if (page.y > page.page.height - margin - 60) page.addPage()
    page.moveDown(1).font('bold').fontSize(12).text(text, margin, undefined, { width }).moveDown(0.3)
  }
  const plain = (text: string) => page.font('plain').fontSize(9).text(text, margin, undefined, { width, lineGap: 2 })
  const pair = (label: string, text: string) => {
    page.font('plain').fontSize(9)
    if (page.y + page.heightOfString(text, { width: width - labelWidth }) > page.page.height - margin) page.addPage()
    const top = page.y
    page.font('bold').text(label, margin, top, { width: labelWidth - 8 })
    const afterLabel = page.y
    const pages = page.bufferedPageRange().count
    page.font('plain').text(text, margin + labelWidth, top, { width: width - labelWidth, lineGap: 2 })
    // A text that is longer than a page ends on another one, where the label is not.
    page.y = (pages === page.bufferedPageRange().count ? Math.max(afterLabel, page.y) : page.y) + 3
  }

  page.font('bold').fontSize(16).text(title, margin, margin, { width }).moveDown(0.3)
  plain(subtitle)
  page.moveDown(0.8)
  for (const { label, value } of facts) pair(label, value)
  for (const section of sections) {
    heading(section.title)
    for (const text of section.paragraphs) plain(text)
  }
  heading('Actions')
  if (actions.length === 0) plain('No actions.')
  for (const { title: name, owner, due, state } of actions) pair(state, `${name}\n${owner}, due: ${due}`)
  heading('Timeline')
  for (const { at, who, text } of timeline) pair(at, `${text}\n${who}`)
  return finish()
}
