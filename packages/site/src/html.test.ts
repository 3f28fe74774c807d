import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html, nothing, trusted } from './html.ts'

test('text is escaped, markup is not', () => {
  expect(
    html`<p title="${'"'}">${'<b>'} ${html`<i>${'&'}</i>`} ${[html`<u/>`, 1, null, false]}${nothing}</p>`.markup,
  ).toBe('<p title="&quot;">&lt;b&gt; <i>&amp;</i> <u/>1</p>')
  expect(html`${trusted('<hr>')}`.markup).toBe('<hr>')
})

test('law: no text makes a tag', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(html`${text}`.markup).not.toMatch(/[<>"]/)
    }),
  )
})
