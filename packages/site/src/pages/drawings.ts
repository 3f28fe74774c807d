/** Drawings computed from data: a week of a schedule, a loop, one machine's month. */
import { type Html, html, trusted } from '../html.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const works = (day: number, hour: number) => day < 5 && hour >= 8 && hour < 20

/** Hours per week that a machine on this schedule is on, off, and in total. */
export function scheduleHours(): { onHours: number; offHours: number; totalHours: number } {
  const totalHours = days.length * 24
  const onHours = days
    .flatMap((_, day) => Array.from({ length: 24 }, (_, hour) => works(day, hour)))
    .filter(Boolean).length
  return { onHours, offHours: totalHours - onHours, totalHours }
}

/** A week by the hour: when the machine is on and off. */
export function weekDrawing(): Html {
  const cell = 14
  const left = 36
  const cells = days.flatMap((_, day) =>
    Array.from({ length: 24 }, (_, hour) => {
      const attributes = `x="${left + hour * cell}" y="${day * (cell + 4)}" width="${cell - 2}" height="${cell}"`
      return `<rect ${attributes} rx="1.5" class="${works(day, hour) ? 'on' : 'off'}"/>`
    }),
  )
  const names = days.map((day, index) => `<text x="0" y="${index * (cell + 4) + 11}">${day}</text>`)
  const hourLabels = [0, 8, 20].map(
    (hour) => `<text x="${left + hour * cell}" y="${days.length * (cell + 4) + 12}">${hour}:00</text>`,
  )
  const { onHours, totalHours } = scheduleHours()
  return trusted(
    `<svg class="week" viewBox="0 0 ${left + 24 * cell} ${days.length * (cell + 4) + 16}" role="img" aria-label="A week by the hour: on from Monday to Friday, 8 to 20, ${onHours} of ${totalHours} hours.">${[...cells, ...names, ...hourLabels].join('')}</svg>`,
  )
}

/** A loop of four resources. */
export function loopDrawing(): Html {
  const boxes: [number, number, string, string][] = [
    [20, 20, 'orders-bucket', 'object written'],
    [270, 20, 'thumbnailer', 'function invoked'],
    [270, 150, 'resizer-queue', 'message sent'],
    [20, 150, 'archive-writer', 'copies it back'],
  ]
  const boxShapes = boxes.map(
    ([x, y, name, does]) =>
      `<rect x="${x}" y="${y}" width="170" height="62" rx="6" class="box"/><text x="${x + 14}" y="${y + 26}" class="name">${name}</text><text x="${x + 14}" y="${y + 46}">${does}</text>`,
  )
  const arrows = ['M190 51h74', 'M355 82v62', 'M270 181h-74', 'M105 150V88']
    .map((path) => `<path d="${path}" marker-end="url(#tip)"/>`)
    .join('')
  return trusted(
    `<svg class="loop" viewBox="0 0 460 232" role="img" aria-label="A loop of four resources: each step triggers the next, and the last triggers the first."><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0l8 4-8 4z" class="tip"/></marker></defs>${boxShapes.join('')}<g class="arrows">${arrows}</g></svg>`,
  )
}

/** The worked example of three actions on one machine; each line is a test of the engine. */
export function waterfall(): Html {
  const line = (name: string, amount: string, kind = '') =>
    html`<tr${kind ? trusted(` class="${kind}"`) : null}><th scope="row">${name}</th><td class="figure">${amount}</td></tr>`
  return html`<table class="waterfall"><caption class="unseen">One machine, one month, in dollars</caption><tbody>
${line('Cost without the actions', '129.024')}
${line('Schedule, Monday to Friday', '−81.792', 'saved')}
${line('One size smaller', '−23.616', 'saved')}
${line('Commitment, minus its unused part', '−6.096', 'saved')}
${line('Cost on your bill', '17.520', 'total')}
</tbody></table>`
}
