import { expect, it } from 'vitest'
import { downloadName } from './download-name.ts'

it.each([
  ['access review.pdf', 'application/pdf', 'access review.pdf'],
  ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
  ['users.csv', 'text/plain', 'users.csv'],
  ['policy.bat', 'text/plain', 'policy.bat.txt'],
  ['policy.hta. ', 'text/plain', 'policy.hta. .txt'],
  ['policy.txt. ', 'text/plain', 'policy.txt'],
  ['scan.exe', 'image/png', 'scan.exe.png'],
  ['', 'application/pdf', 'evidence.pdf'],
  ['a"b\r\nc', 'application/pdf', 'a_b__c.pdf'],
])('calls %j of type %s %j', (name, mediaType, expected) => {
  expect(downloadName(name, mediaType)).toBe(expected)
})
