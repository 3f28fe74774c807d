import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Lines } from './Lines.tsx'

const lines = [{ dataKey: 'spend' }]
const renderLines = (props: Partial<Parameters<typeof Lines>[0]>) =>
  renderToStaticMarkup(<Lines label="Spend by day" data={[]} xKey="day" lines={lines} {...props} />)

describe('Lines', () => {
  test('keeps the default height of 300 while loading', () => {
    const html = renderLines({ loading: true })
    expect(html).toContain('aria-label="Loading chart"')
    expect(html).toContain('height:300px')
  })

  test('shows the default empty state', () => {
    const html = renderLines({})
    expect(html).toContain('No Data Available')
    expect(html).toContain('No data available')
  })

  test('shows a custom empty message', () => {
    expect(renderLines({ empty: 'No full week yet.' })).toContain('No full week yet.')
  })

  test('shows "no data" in the legend for a line without figures', () => {
    const html = renderLines({
      data: [
        { day: 'Mon', spend: 3, saved: null },
        { day: 'Tue', spend: 4, saved: null },
      ],
      lines: [...lines, { dataKey: 'saved' }],
    })
    expect([...html.matchAll(/<span class="figure[^"]*">([^<]*)</g)].map(([, value]) => value)).toEqual([
      '4',
      'no data',
    ])
  })

  test('shows the given legend figures with their caption', () => {
    const html = renderLines({
      data: [
        { day: 'Mon', spend: 505 },
        { day: 'Tue', spend: 8 },
      ],
      legend: { figures: { spend: 505 }, caption: 'Figures for Mon.' },
    })
    expect([...html.matchAll(/<span class="figure[^"]*">([^<]*)</g)].map(([, value]) => value)).toEqual(['505'])
    expect(html).toContain('Figures for Mon.')
    expect(html).not.toContain('Latest value of each line')
  })

  test('shows an error for invalid data', () => {
    const html = renderLines({ data: [{ spend: 3 }] })
    expect(html).toContain('Chart Error')
    expect(html).toContain('Invalid data structure. Missing required keys...')
  })

  test('shows the error message of the server', () => {
    expect(renderLines({ error: 'HTTP 500' })).toContain('HTTP 500')
  })
})
