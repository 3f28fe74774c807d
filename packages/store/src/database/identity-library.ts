/**
 * A shared library of a few hundred bytes for LD_PRELOAD, generated here because no package contains one. It replaces
 * three C functions that keep Postgres from starting on ordinary machines (docs/decisions/0002-database.md):
 *
 * - `getpwuid` returns an entry for every user id. initdb fails when its user has no entry in /etc/passwd, as in most
 *   containers.
 * - `realpath` returns its argument. Postgres resolves the path of its own binary, which fails when a folder above it
 *   is closed to the user it runs as.
 * - `geteuid` may hide root once, then returns the real id: Postgres checks it once at start.
 *
 * Linux with glibc on x64 and arm64, the platforms that the embedded Postgres is built for. Layout: System V ABI,
 * https://refspecs.linuxfoundation.org/elf/elf.pdf
 */

export type Architecture = 'x64' | 'arm64'

/** Any user id except 0; Postgres checks nothing else. */
const notRoot = 65534

const codePage = 0
/** The largest page size of both architectures, so that code and data can have different access rights. */
const dataPage = 0x10000

const symbols = ['geteuid', 'getpwuid', 'realpath', 'strdup'] as const
const symbolNames = Buffer.from(`\0${symbols.join('\0')}\0`)
/** The fields of `struct passwd`: name, password, home, in this order. */
const texts = Buffer.from('kept\0\0/\0')
const text = { name: 0, empty: 5, home: 6 }

const programHeaders = 4
const relocations = 6

// Code segment, in file order.
const hashAt = 64 + programHeaders * 56
const hashTable = words32(1, symbols.length + 1, 1, 0, 2, 3, 4, 0)
const symbolsAt = hashAt + hashTable.length
const namesAt = symbolsAt + (symbols.length + 1) * 24
const relocationsAt = align(namesAt + symbolNames.length, 8)
const codeAt = align(relocationsAt + relocations * 24, 16)

// Data segment.
const dynamicAt = dataPage
const dynamicSize = 9 * 16
const denialAt = dynamicAt + dynamicSize
const strdupAt = denialAt + 8
const passwdAt = strdupAt + 8
const textsAt = passwdAt + 48
const fileSize = textsAt + texts.length

interface Machine {
  /** e_machine of the ELF header. */
  number: number
  relative: number
  globalData: number
  geteuid(address: number): Buffer
  getpwuid(address: number): Buffer
  realpath(address: number): Buffer
}

const machines: Record<Architecture, Machine> = {
  x64: {
    number: 62,
    relative: 8,
    globalData: 6,
    geteuid: (address) =>
      Buffer.concat([
        ripRelative([0x48, 0x8d, 0x0d], address, denialAt), // lea rcx, [denial]
        Buffer.from([0x8b, 0x01]), // mov eax, [rcx]
        Buffer.from([0xc7, 0x01, 0, 0, 0, 0]), // mov dword [rcx], 0
        Buffer.from([0x85, 0xc0, 0x75, 0x07]), // test eax, eax; jnz to the ret
        Buffer.from([0xb8, 107, 0, 0, 0, 0x0f, 0x05]), // mov eax, SYS_geteuid; syscall
        Buffer.from([0xc3]), // ret
      ]),
    getpwuid: (address) =>
      Buffer.concat([
        ripRelative([0x48, 0x8d, 0x05], address, passwdAt), // lea rax, [passwd]
        Buffer.from([0x89, 0x78, 16, 0xc3]), // mov [rax + 16], edi; ret
      ]),
    realpath: (address) => ripRelative([0xff, 0x25], address, strdupAt), // jmp [strdup]
  },
  arm64: {
    number: 183,
    relative: 1027,
    globalData: 1025,
    geteuid: (address) =>
      words32(
        addressTo(1, address, denialAt), // adr x1, denial
        0xb9400020, // ldr w0, [x1]
        0xb900003f, // str wzr, [x1]
        0x35000060, // cbnz w0, to the ret
        0xd28015e8, // mov x8, SYS_geteuid
        0xd4000001, // svc 0
        0xd65f03c0, // ret
      ),
    getpwuid: (address) =>
      words32(
        addressTo(1, address, passwdAt), // adr x1, passwd
        0xb9001020, // str w0, [x1, 16]
        0xaa0103e0, // mov x0, x1
        0xd65f03c0, // ret
      ),
    realpath: (address) =>
      words32(
        addressTo(16, address, strdupAt), // adr x16, strdup
        0xf9400210, // ldr x16, [x16]
        0xd61f0200, // br x16
      ),
  },
}

/** The bytes of the library. With `deniesRoot`, the first call as root returns another user id. */
export function buildIdentityLibrary(architecture: Architecture, { deniesRoot }: { deniesRoot: boolean }): Buffer {
  const machine = machines[architecture]
  const geteuid = machine.geteuid(codeAt)
  const getpwuidAt = codeAt + geteuid.length
  const getpwuid = machine.getpwuid(getpwuidAt)
  const realpathAt = getpwuidAt + getpwuid.length
  const code = Buffer.concat([geteuid, getpwuid, machine.realpath(realpathAt)])
  const file = Buffer.alloc(fileSize)
  const write = (offset: number, ...parts: Buffer[]) => Buffer.concat(parts).copy(file, offset)

  write(0, elfHeader(machine.number))
  write(
    64,
    segment({ type: 1, flags: 5, address: codePage, size: codeAt + code.length }),
    segment({ type: 1, flags: 6, address: dataPage, size: fileSize - dataPage }),
    segment({ type: 2, flags: 6, address: dynamicAt, size: dynamicSize }),
    // PT_GNU_STACK without "execute": the stack of the process that loads this stays non-executable.
    segment({ type: 0x6474e551, flags: 6, address: 0, size: 0 }),
  )
  write(hashAt, hashTable)
  write(
    symbolsAt,
    Buffer.alloc(24),
    symbol('geteuid', codeAt, geteuid.length),
    symbol('getpwuid', getpwuidAt, getpwuid.length),
    symbol('realpath', realpathAt, code.length - (realpathAt - codeAt)),
    symbol('strdup', 0, 0),
  )
  write(namesAt, symbolNames)
  const pointer = (address: number, target: number) => words64(address, machine.relative, target)
  write(
    relocationsAt,
    pointer(passwdAt, textsAt + text.name),
    pointer(passwdAt + 8, textsAt + text.empty),
    pointer(passwdAt + 24, textsAt + text.empty),
    pointer(passwdAt + 32, textsAt + text.home),
    pointer(passwdAt + 40, textsAt + text.empty),
    words64(strdupAt, (BigInt(symbols.indexOf('strdup') + 1) << 32n) | BigInt(machine.globalData), 0),
  )
  write(codeAt, code)
  // DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT, DT_RELA, DT_RELASZ, DT_RELAENT, DT_NULL.
  write(
    dynamicAt,
    words64(4, hashAt, 5, namesAt, 6, symbolsAt, 10, symbolNames.length, 11, 24),
    words64(7, relocationsAt, 8, relocations * 24, 9, 24, 0, 0),
  )
  write(denialAt, words32(deniesRoot ? notRoot : 0))
  write(textsAt, texts)
  return file
}

function elfHeader(machine: number): Buffer {
  const identification = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const sizes = Buffer.from([64, 0, 56, 0, programHeaders, 0, 64, 0, 0, 0, 0, 0])
  return Buffer.concat([
    identification,
    Buffer.from([3, 0, machine, 0]),
    words32(1),
    words64(0, 64, 0),
    words32(0),
    sizes,
  ])
}

function segment({
  type,
  flags,
  address,
  size,
}: {
  type: number
  flags: number
  address: number
  size: number
}): Buffer {
  return Buffer.concat([
    words32(type, flags),
    words64(address, address, address, size, size, type === 1 ? dataPage : 8),
  ])
}

/** A global function; without an address it is imported from libc. */
function symbol(name: (typeof symbols)[number], address: number, size: number): Buffer {
  const nameAt = symbolNames.indexOf(`\0${name}\0`) + 1
  return Buffer.concat([words32(nameAt), Buffer.from([0x12, 0, address === 0 ? 0 : 1, 0]), words64(address, size)])
}

/** An x64 instruction that ends in the distance from its own end to the target. */
function ripRelative(instruction: number[], address: number, target: number): Buffer {
  const bytes = Buffer.from([...instruction, 0, 0, 0, 0])
  bytes.writeInt32LE(target - (address + bytes.length), instruction.length)
  return bytes
}

/** arm64 `adr`: puts an address less than 1 MiB away into a register. */
function addressTo(register: number, address: number, target: number): number {
  const distance = target - address
  return (0x10000000 | ((distance & 3) << 29) | ((distance >> 2) << 5) | register) >>> 0
}

function words32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

function words64(...values: (number | bigint)[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), index * 8)
  return bytes
}

function align(offset: number, to: number): number {
  return Math.ceil(offset / to) * to
}
