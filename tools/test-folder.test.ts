import { expect, it } from 'vitest'
import { allowsPrograms } from './test-folder.ts'

it.each([
  ['tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0', true],
  ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0', false],
  ['tmpfs /dev tmpfs rw 0 0', false],
])('reads from %s whether programs may run there', (mounts, expected) => {
  expect(allowsPrograms(`proc /proc proc rw 0 0\n${mounts}\n`)).toBe(expected)
})
