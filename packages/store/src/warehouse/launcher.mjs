// The embedded warehouse: ClickHouse out of libchdb.so, run as a server in a process of its own.
// The C entry takes `clickhouse local` arguments, starts the HTTP listener and returns only when the engine has ended,
// so this process is nothing but that call. Plain JavaScript and two Node modules: it must start fast.
import { dlopen, getRawPointer } from 'node:ffi'
import { Worker } from 'node:worker_threads'

const [library, ...options] = process.argv.slice(2)

// Only our own user may read cost lines and logs.
process.umask(0o077)

// The parent holds our standard input. When the parent ends, however it does, the pipe closes and this process exits.
new Worker(
  `const { readSync } = require('node:fs')
   const buffer = Buffer.alloc(64)
   try { while (readSync(0, buffer) > 0); } catch {}
   process.kill(process.pid, 'SIGKILL')`,
  { eval: true },
)

const args = ['clickhouse', ...options].map((arg) => Buffer.from(`${arg}\0`))
const argv = Buffer.alloc(8 * (args.length + 1))
for (const [index, arg] of args.entries()) argv.writeBigUInt64LE(BigInt(getRawPointer(arg)), index * 8)

const { functions } = dlopen(library, { query_stable_v2: { return: 'pointer', arguments: ['int32', 'pointer'] } })
functions.query_stable_v2(args.length, argv)

// At this point the engine has ended by itself (its folder is taken, a setting is wrong) and has logged why. The worker
// is in a read that cannot be interrupted: an ordinary exit would wait for it.
process.kill(process.pid, 'SIGKILL')
