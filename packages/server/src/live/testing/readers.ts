/**
 * For the benchmark: thousands of pages listening, in a process of their own. Started by `fork` with an order as its
 * argument; each comes back after a cut as the browser does, five tries three seconds apart, after the last it saw.
 */
import WebSocket from 'ws'

export interface ReadersOrder {
  people: { userId: string; headers: Record<string, string> }[]
  /** Pages each person has open. */
  each: number
  url: string
}

export interface ReadersReport {
  open: number
  /** Pages that gave up after five tries. */
  lost: number
  /** Messages heard, each once for each page; and those heard twice or out of order. */
  heard: number
  wrong: number
  /** Milliseconds from the writing of an event to its hearing, since the last report. */
  delays: number[]
  /** How many events each page has heard, by person. */
  byPerson: number[][]
}

interface Page {
  path: string
  headers: Record<string, string>
  heard: number
  last: number | undefined
  attempts: number
  isOpen: boolean
}

const [attempts, waitMs] = [5, 3000]
const { people, each, url } = JSON.parse(process.argv[2] ?? '') as ReadersOrder
const pages = people.map(({ userId, headers }) =>
  Array.from({ length: each }, (): Page => {
    const path = `/client/${userId}`
    return { path, headers, heard: 0, last: undefined, attempts: 0, isOpen: false }
  }),
)
let [wrong, lost] = [0, 0]
let delays: number[] = []
const now = () => performance.timeOrigin + performance.now()

function open(page: Page): void {
  const since = page.last === undefined ? '' : `?since=${page.last}`
  const socket = new WebSocket(`${url}${page.path}${since}`, { headers: page.headers, perMessageDeflate: false })
  socket.on('message', (data) => hear(page, JSON.parse(String(data))))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    page.isOpen = false
    page.attempts += 1
    if (page.attempts > attempts) lost += 1
    else setTimeout(() => open(page), waitMs)
  })
}

function hear(page: Page, said: { type: string; seq: number; payload?: { sent?: number } }): void {
  if (said.type === 'subscribed') {
    page.isOpen = true
    page.attempts = 0
    page.last ??= said.seq
    return
  }
  if (page.last !== undefined && said.seq <= page.last) wrong += 1
  page.last = said.seq
  page.heard += 1
  if (said.payload?.sent !== undefined) delays.push(now() - said.payload.sent)
}

process.on('message', () => {
  const all = pages.flat()
  const report: ReadersReport = {
    open: all.filter(({ isOpen }) => isOpen).length,
    lost,
    heard: all.reduce((sum, { heard }) => sum + heard, 0),
    wrong,
    delays,
    byPerson: pages.map((own) => own.map(({ heard }) => heard)),
  }
  delays = []
  process.send?.(report)
})
for (const page of pages.flat()) open(page)
