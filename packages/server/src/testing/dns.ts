/** For tests: a small DNS server over UDP that answers TXT queries from a table. */
import { createSocket } from 'node:dgram'

export interface DnsForTest {
  /** "127.0.0.1:port", as KEPT_DNS_SERVER takes it. */
  address: string
  /** TXT values by name; other names do not exist. */
  records: Map<string, string[]>
  /** Answers SERVFAIL to everything while true. */
  fails: boolean
  close(): Promise<void>
}

const typeTxt = 16

export async function openDns(): Promise<DnsForTest> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const server: DnsForTest = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    fails: false,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, server), port, address))
  return server
}

function answerTo(query: Buffer, { records, fails }: DnsForTest): Buffer {
  const { name, end } = readName(query)
  const values = records.get(name)
  const code = fails ? 2 : values ? 0 : 3
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(code === 0 ? (values?.length ?? 0) : 0, 6)
  const answers = code === 0 ? (values ?? []).map(txtRecord) : []
  return Buffer.concat([header, query.subarray(12, end + 4), ...answers])
}

/** The name of the first question, and where it ends. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let offset = 12
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('ascii', offset + 1, offset + 1 + length).toLowerCase())
    offset += length + 1
  }
  return { name: labels.join('.'), end: offset + 1 }
}

/** One TXT record whose name points at the question. */
function txtRecord(value: string): Buffer {
  const text = Buffer.from(value)
  const head = Buffer.alloc(13)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(typeTxt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(text.length + 1, 10)
  head.writeUInt8(text.length, 12)
  return Buffer.concat([head, text])
}
