import { describe, expect, it } from 'vitest'
import { lineSchema, nameSchema, toOneLine } from './name.ts'

describe('nameSchema', () => {
  it.each(['a\nb', 'a\r\nb', 'a\u0000b', 'a\u001b[31m', 'a\u2028b', 'a\u202eb', 'a\u0085b', 'a\tb'])(
    'refuses %j in one sentence',
    (text) =>
      expect(
        nameSchema(100)
          .safeParse(text)
          .error?.issues.map(({ message }) => message),
      ).toEqual(['must be one line without control characters']),
  )

  it.each(['Ada Lovelace', '李 雷', 'Zoë O’Neil-Müller', 'שרה', '👩‍💻 team', "Robert'); DROP TABLE"])(
    'takes %s',
    (text) => expect(nameSchema(100).parse(` ${text} `)).toBe(text),
  )

  it('refuses an empty one, which a line may be', () => {
    expect(nameSchema(100).safeParse('  ').success).toBe(false)
    expect(lineSchema(100).parse('  ')).toBe('')
  })
})

describe('toOneLine', () => {
  it('makes one line of a name of another system', () => {
    expect(toOneLine(' Ada\r\nBcc: x\u0000 ')).toBe('Ada Bcc: x')
  })
})
