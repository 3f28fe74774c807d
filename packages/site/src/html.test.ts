import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html, trusted } from './html.ts'

test('html escapes text but not markup', () => {
  expect(html`<p title="${'"'}">${'<b>'} ${html`<i>${'&'}</i>`} ${[html`<u/>`, 1, null, false]}</p>`.markup).toBe(
    '<p title="&quot;">&lt;b&gt; <i>&amp;</i> <u/>1</p>',
  )
  expect(html`${trusted('<hr>')}`.markup).toBe('<hr>')
})

test('html never turns text into a tag', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(html`${text}`.markup).not.toMatch(/[<>"]/)
    }),
  )
})
