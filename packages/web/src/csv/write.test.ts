import { expect, test } from 'vitest'
import { writeCsv } from './write.ts'

test('writeCsv quotes where needed and leaves unknown values empty', () => {
  expect(
    writeCsv(
      ['Service', 'Effective USD'],
      [
        ['Amazon "EC2", Linux', '0.0000000729'],
        ['S3', null],
      ],
    ),
  ).toBe('Service,Effective USD\r\n"Amazon ""EC2"", Linux",0.0000000729\r\nS3,\r\n')
})

test('writeCsv escapes formulas and keeps negative numbers', () => {
  expect(writeCsv(['a'], [['=HYPERLINK("x")'], ['-12.5'], ['-cmd']])).toBe(
    'a\r\n"\'=HYPERLINK(""x"")"\r\n-12.5\r\n\'-cmd\r\n',
  )
})
