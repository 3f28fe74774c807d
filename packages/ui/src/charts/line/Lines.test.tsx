import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Lines } from './Lines.tsx'

const lines = [{ dataKey: 'spend' }]
const draw = (props: Partial<Parameters<typeof Lines>[0]>) =>
  renderToStaticMarkup(<Lines label="Spend by day" data={[]} xKey="day" lines={lines} {...props} />)

describe('the four states of the line chart', () => {
  test('loading keeps the default height of 300', () => {
    const html = draw({ loading: true })
    expect(html).toContain('aria-label="Loading chart"')
    expect(html).toContain('height:300px')
  })

  test('empty', () => {
    const html = draw({})
    expect(html).toContain('No Data Available')
    expect(html).toContain('No data available')
  })

  test('empty in words of its own', () => {
    expect(draw({ empty: 'No whole week yet.' })).toContain('No whole week yet.')
  })

  test('a line without a figure says so in the key, beside those that have one', () => {
    const html = draw({
      data: [
        { day: 'Mon', spend: 3, saved: null },
        { day: 'Tue', spend: 4, saved: null },
      ],
      lines: [...lines, { dataKey: 'saved' }],
    })
    expect([...html.matchAll(/<span class="figure">([^<]*)</g)].map(([, value]) => value)).toEqual(['4', 'no data'])
  })

  test('a legend has the figures it is given, and says what they are of', () => {
    const html = draw({
      data: [
        { day: 'Mon', spend: 505 },
        { day: 'Tue', spend: 8 },
      ],
      legend: { figures: { spend: 505 }, caption: 'Figures are of Mon.' },
    })
    expect([...html.matchAll(/<span class="figure">([^<]*)</g)].map(([, value]) => value)).toEqual(['505'])
    expect(html).toContain('Figures are of Mon.')
    expect(html).not.toContain('the latest of each line')
  })

  test('wrong data is an error with its title and words', () => {
    const html = draw({ data: [{ spend: 3 }] })
    expect(html).toContain('Chart Error')
    expect(html).toContain('Invalid data structure. Missing required keys...')
  })

  test('what the server said', () => {
    expect(draw({ error: 'HTTP 500' })).toContain('HTTP 500')
  })
})
