/**
 * For the benchmark: thousands of listening pages in a separate process, started by `fork` with its settings as
 * argument. Each reconnects as the browser does: five attempts three seconds apart, after the last event it saw.
 */
import WebSocket from 'ws'

export interface ReadersOrder {
  people: { userId: string; headers: Record<string, string> }[]
  /** Pages each person has open. */
  pagesPerPerson: number
  url: string
}

export interface ReadersReport {
  open: number
  /** Pages that stopped after five attempts. */
  lost: number
  /** Received messages, once per page; and those received twice or out of order. */
  received: number
  misordered: number
  /** Milliseconds from writing an event to receiving it, since the last report. */
  delays: number[]
  /** The number of events each page received, by user. */
  byPerson: number[][]
}

interface Page {
  path: string
  headers: Record<string, string>
  received: number
  last: number | undefined
  attempts: number
  isOpen: boolean
}

const [attempts, waitMs] = [5, 3000]
const { people, pagesPerPerson, url } = JSON.parse(process.argv[2] ?? '') as ReadersOrder
const pages = people.map(({ userId, headers }) =>
  Array.from({ length: pagesPerPerson }, (): Page => {
    const path = `/client/${userId}`
    return { path, headers, received: 0, last: undefined, attempts: 0, isOpen: false }
  }),
)
let [misordered, lost] = [0, 0]
let delays: number[] = []
const now = () => performance.timeOrigin + performance.now()

function open(page: Page): void {
  const sinceQuery = page.last === undefined ? '' : `?since=${page.last}`
  const socket = new WebSocket(`${url}${page.path}${sinceQuery}`, { headers: page.headers, perMessageDeflate: false })
  socket.on('message', (data) => hear(page, JSON.parse(String(data))))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    page.isOpen = false
    page.attempts += 1
    if (page.attempts > attempts) lost += 1
    else setTimeout(() => open(page), waitMs)
  })
}

function hear(page: Page, message: { type: string; seq: number; payload?: { sent?: number } }): void {
  if (message.type === 'subscribed') {
    page.isOpen = true
    page.attempts = 0
    page.last ??= message.seq
    return
  }
  if (page.last !== undefined && message.seq <= page.last) misordered += 1
  page.last = message.seq
  page.received += 1
  if (message.payload?.sent !== undefined) delays.push(now() - message.payload.sent)
}

process.on('message', () => {
  const all = pages.flat()
  const report: ReadersReport = {
    open: all.filter(({ isOpen }) => isOpen).length,
    lost,
    received: all.reduce((sum, { received }) => sum + received, 0),
    misordered,
    delays,
    byPerson: pages.map((personPages) => personPages.map(({ received }) => received)),
  }
  delays = []
  process.send?.(report)
})
for (const page of pages.flat()) open(page)
