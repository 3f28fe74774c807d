import { expect, test } from 'vitest'
import { type Manifest, partsWithSchemas, weighParts } from './web-budgets.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  '_float.js': { file: 'float.js', imports: ['_react.js'] },
  'src/shell/BellList.tsx': { file: 'bell.js', isDynamicEntry: true, imports: ['_float.js'] },
  '_table.js': { file: 'table.js', imports: ['_react.js'] },
  '_drawing.js': { file: 'drawing.js' },
  'src/screens/a/A.tsx': { file: 'a.js', isDynamicEntry: true, imports: ['_table.js', '_float.js', '_react.js'] },
  '../ui/src/charts/bars/BarsChart.tsx': {
    file: 'bars.js',
    isDynamicEntry: true,
    imports: ['_drawing.js', '_react.js'],
  },
  'fonts.css': { file: 'fonts.css' },
}
const sizes: Record<string, number> = {
  'index.js': 10,
  'react.js': 70,
  'table.js': 20,
  'drawing.js': 100,
  'float.js': 30,
  'bell.js': 2,
  'a.js': 5,
  'bars.js': 3,
}

test('a part weighs what it adds to the shell, everything it imports included', () => {
  expect(
    weighParts(manifest, (file) => sizes[file] ?? 1000).map(({ name, bytes, limit }) => [name, bytes, limit]),
  ).toEqual([
    ['app shell', 80, 170_000],
    ['what opens from the bar', 32, 45_000],
    ['src/screens/a/A.tsx', 25, 70_000],
    ['ui/src/charts/bars/BarsChart.tsx', 103, 130_000],
  ])
  expect(() => weighParts({}, () => 0)).toThrow('no entry')
})

test('partsWithSchemas names the parts that carry zod, except the schemas that forms fetch', () => {
  const withSchemas: Manifest = {
    'index.html': { file: 'index.js', isEntry: true },
    '_zod.js': { file: 'zod.js' },
    'src/screens/a/A.tsx': { file: 'a.js', isDynamicEntry: true, imports: ['_zod.js'] },
    'src/screens/b/B.tsx': { file: 'b.js', isDynamicEntry: true },
    '../contract/src/inputs/alerts.ts': { file: 'alerts.js', isDynamicEntry: true, imports: ['_zod.js'] },
  }
  const read = (file: string) => (file === 'zod.js' ? 'inst._zod.def' : '')
  expect(partsWithSchemas(withSchemas, read)).toEqual(['src/screens/a/A.tsx'])
})
