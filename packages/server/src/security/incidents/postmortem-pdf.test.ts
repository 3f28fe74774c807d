import { expect, it } from 'vitest'
import { textOfPdf } from '../../testing/text-of-pdf.ts'
import type { Postmortem } from './postmortem.ts'
import { postmortemPdf } from './postmortem-pdf.ts'

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
const timeline = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ at: 'Mar 1, 2026, 12:00 UTC', who: 'Ada', text: text(index) }))
const postmortem: Postmortem = {
  ...{ title: 'INC-0001: Long', subtitle: 'Postmortem', facts: [{ label: 'Severity', value: 'SEV1' }] },
  ...{ sections: [{ title: 'Root cause', paragraphs: ['Known.'] }], actions: [], timeline: [] },
}

it('has every entry of a timeline of many pages, about as many on each', async () => {
  const pdf = await postmortemPdf({ ...postmortem, timeline: timeline(200, (index) => `Entry ${index}.`) })
  const text = textOfPdf(pdf)
  expect(Array.from({ length: 200 }, (_, index) => index).filter((index) => !text.includes(`Entry ${index}.`))).toEqual(
    [],
  )
  // An entry has two lines of 9 points: more than 20 fit on a page.
  expect(pagesOf(pdf)).toBeLessThan(12)
})

it('goes on below a text that is longer than a page', async () => {
  const long = `${'A long comment. '.repeat(600)}The end.`
  const pdf = await postmortemPdf({
    ...postmortem,
    timeline: [...timeline(1, () => long), ...timeline(3, (index) => `After ${index}.`)],
  })
  const text = textOfPdf(pdf)
  for (const part of ['The end.', 'After 0.', 'After 2.']) expect(text).toContain(part)
  expect(pagesOf(pdf)).toBeLessThan(6)
})
