import { expect, it } from 'vitest'
import { markupBelow, withoutBase } from './base-path.ts'

it.each([
  ['/kept', '/'],
  ['/kept?a=b', '/?a=b'],
  ['/kept/', '/'],
  ['/kept/v1/me?a=/kept/x', '/v1/me?a=/kept/x'],
  ['/keptother', '/keptother'],
  ['/v1/me', '/v1/me'],
])('reads %s below /kept as %s', (url, path) => {
  expect(withoutBase(url, '/kept')).toBe(path)
  expect(withoutBase(url, '')).toBe(url)
})

it('puts the links, scripts, pictures and forms of a page below the path, and nothing else', () => {
  const html = [
    '<html lang="en"><link rel="icon" href="/site/icon.svg"><script src="/site/a.js" defer></script>',
    '<a class="x" href="/"><a href="/docs#a"><a href="https://example.com/docs"><a href="#main"><a href="//other.example">',
    '<img src="/site/a.webp" srcset="/site/a-800.webp 800w, /site/a-1600.webp 1600w" alt="a, /b">',
    '<form method="post" action="/newsletter"><code>href="/docs"</code>',
  ].join('\n')
  expect(markupBelow(html, '/kept')).toBe(
    [
      '<html data-base="/kept" lang="en"><link rel="icon" href="/kept/site/icon.svg"><script src="/kept/site/a.js" defer></script>',
      '<a class="x" href="/kept/"><a href="/kept/docs#a"><a href="https://example.com/docs"><a href="#main"><a href="//other.example">',
      '<img src="/kept/site/a.webp" srcset="/kept/site/a-800.webp 800w, /kept/site/a-1600.webp 1600w" alt="a, /b">',
      '<form method="post" action="/kept/newsletter"><code>href="/docs"</code>',
    ].join('\n'),
  )
  expect(markupBelow(html, '')).toBe(html)
})
