import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trusted } from './html.ts'
import { renderMarkdown } from './markdown.ts'

const render = (text: string) => renderMarkdown(text).html.markup

test('renderMarkdown renders the subset that our documents use', () => {
  expect(render('# A *b*\n\none\ntwo `<c>` **d**')).toBe(
    '<h1 id="a-b">A <em>b</em></h1>\n<p>one two <code>&lt;c&gt;</code> <strong>d</strong></p>',
  )
  expect(render('- a\n  b\n- c\n  - d\n\n1. e\n2. f')).toBe(
    '<ul><li>a b</li><li>c<ul><li>d</li></ul></li></ul>\n<ol><li>e</li><li>f</li></ol>',
  )
  expect(render('```sh\na < b\n```')).toBe('<pre tabindex="0" data-language="sh"><code>a &lt; b</code></pre>')
  expect(render('> quoted')).toBe('<blockquote><p>quoted</p></blockquote>')
  expect(render('<!-- note -->\ntext')).toBe('<p>text</p>')
})

test('renderMarkdown draws a picture that stands alone on its line', () => {
  const picture = (name: string, alt: string) => trusted(`<img class="${name}" alt="${alt}">`)
  const source = 'Before\n![What it shows](picture:savings)\nAfter ![not](picture:alone)'
  expect(renderMarkdown(source, { picture }).html.markup).toBe(
    '<p>Before</p>\n<img class="savings" alt="What it shows">\n<p>After </p>',
  )
})

test('renderMarkdown aligns columns of figures to the right', () => {
  const markup = render('| what | figure |\n|---|---|\n| a \\| b | 1,200 |\n| `c` | 3% |')
  expect(markup).toContain('<th scope="col" class="figure">figure</th>')
  expect(markup).toContain('<td>a | b</td><td class="figure">1,200</td>')
  expect(render('| | |\n|---|---|\n| a | b |')).not.toContain('<thead>')
  expect(render('| a | |\n|---|---|\n| a | b |')).toContain('<th scope="col">a</th><td></td>')
})

test('renderMarkdown gives each heading a unique id', () => {
  expect(renderMarkdown('## A & B!\n\n## A B').headings.map(({ id }) => id)).toEqual(['a-b', 'a-b-2'])
})

test('renderMarkdown maps links, or renders plain text', () => {
  const link = (address: string) => (address === 'x.md' ? '/x?a=1&b=2' : undefined)
  expect(renderMarkdown('[`x`](x.md) and [y](y.md)', { link }).html.markup).toBe(
    '<p><a href="/x?a=1&amp;b=2"><code>x</code></a> and y</p>',
  )
})

test('renderMarkdown never turns text into a tag', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const tags = render(text.replaceAll('\uE000', '')).replaceAll(
        /<\/?(p|h[1-4]|ul|ol|li|pre|code|blockquote|strong|em|a|div|table|thead|tbody|tr|th|td)( [a-z-]+="[^"<>]*")*>/g,
        '',
      )
      expect(tags).not.toMatch(/[<>]/)
    }),
  )
})
