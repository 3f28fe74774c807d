import { describe, expect, test } from 'vitest'
import { contrast, distance, type Eye, inGamut, type Oklch } from '../testing/oklch.ts'
import css from './tokens.css?raw'

const themes = { light: tokensOf(':root {'), dark: tokensOf(':root[data-theme="dark"] {') }

function tokensOf(head: string): Record<string, Oklch> {
  const start = css.indexOf(head)
  const block = css.slice(start, css.indexOf('\n}', start))
  const matches = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return Object.fromEntries([...matches].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)] as const]))
}

describe.each(Object.entries(themes))('%s', (_name, tokens) => {
  const token = (name: string) => {
    const color = tokens[name]
    if (!color) throw new Error(`There is no token --${name}.`)
    return color
  }
  const papers = ['paper', 'paper-sunken', 'paper-raised', 'paper-hover']
  const pairs = (inks: string[], grounds: string[]) => inks.flatMap((ink) => grounds.map((g) => [ink, g] as const))

  test('keeps every color in the sRGB gamut', () => {
    expect(Object.keys(tokens).filter((name) => !inGamut(token(name)))).toEqual([])
  })

  test.each(pairs(['ink'], papers))('%s on %s has AAA contrast', (ink, ground) => {
    expect(contrast(token(ink), token(ground))).toBeGreaterThanOrEqual(7)
  })

  test.each(pairs(['ink-soft', 'ink-faint', 'kept', 'leak', 'watch', 'fact'], papers))(
    '%s on %s has AA contrast',
    (ink, ground) => {
      expect(contrast(token(ink), token(ground))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each([
    ['kept', 'kept-wash'],
    ['leak', 'leak-wash'],
    ['watch', 'watch-wash'],
    ['fact', 'fact-wash'],
    ['ink', 'fact-wash'],
    ['ink-soft', 'fact-wash'],
    ['ink-faint', 'fact-wash'],
    ['paper', 'ink'],
    ['paper', 'fact'],
    ['paper', 'leak'],
  ])('%s on %s has AA contrast', (ink, ground) => {
    expect(contrast(token(ink), token(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(['edge', 'focus'], papers))('control border %s has 3:1 contrast on %s', (edge, ground) => {
    expect(contrast(token(edge), token(ground))).toBeGreaterThanOrEqual(3)
  })

  const charts = [1, 2, 3, 4, 5, 6].map((n) => `chart-${n}`)
  const couples = charts.flatMap((a, i) => charts.slice(i + 1).map((b) => [a, b] as const))
  test.each<[Eye, number]>([
    ['common', 0.12],
    ['protan', 0.09],
    ['deutan', 0.09],
    ['tritan', 0.085],
    ['gray', 0.06],
  ])('six chart colors stay distinct for %s vision', (eye, minDistance) => {
    const near = couples.filter(([a, b]) => distance(token(a), token(b), eye) < minDistance)
    expect(near.map(([a, b]) => `${a} ${b} ${distance(token(a), token(b), eye).toFixed(3)}`)).toEqual([])
  })

  test.each(charts)('%s is visible on the page background', (name) => {
    expect(contrast(token(name), token('paper'))).toBeGreaterThanOrEqual(2.3)
  })
})
