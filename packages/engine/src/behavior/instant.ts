/**
 * Milliseconds since 1970 of an ISO instant, ten times as fast as a general parser: ten million events are read in
 * one go. NaN when it is no instant.
 */
export function epochMs(text: string): number {
  const { length } = text
  if (length < 17 || text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash || text.charCodeAt(13) !== colon) {
    return Number.NaN
  }
  const year = two(text, 0) * 100 + two(text, 2)
  const month = two(text, 5)
  const day = two(text, 8)
  let position = 16
  let seconds = 0
  if (text.charCodeAt(position) === colon) {
    seconds = two(text, 17)
    position = 19
  }
  let ms = 0
  if (text.charCodeAt(position) === point) {
    let unit = 100
    for (position += 1; isDigit(text.charCodeAt(position)); position += 1) {
      ms += (text.charCodeAt(position) - zero) * unit
      unit /= 10
    }
  }
  const offset = offsetMinutes(text, position)
  const minutes = two(text, 11) * 60 + two(text, 14) - offset
  return (daysFromCivil(year, month, day) * 1440 + minutes) * 60_000 + seconds * 1000 + Math.floor(ms)
}

const [zero, dash, colon, point] = [48, 45, 58, 46]
const [plus, upperZ, lowerZ] = [43, 90, 122]

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9
}

function two(text: string, position: number): number {
  const [tens, ones] = [text.charCodeAt(position), text.charCodeAt(position + 1)]
  return isDigit(tens) && isDigit(ones) ? (tens - zero) * 10 + (ones - zero) : Number.NaN
}

function offsetMinutes(text: string, position: number): number {
  const sign = text.charCodeAt(position)
  if ((sign === upperZ || sign === lowerZ) && text.length === position + 1) return 0
  if (sign !== plus && sign !== dash) return Number.NaN
  const minutesAt = text.charCodeAt(position + 3) === colon ? position + 4 : position + 3
  const minutes = two(text, position + 1) * 60 + (text.length > minutesAt ? two(text, minutesAt) : 0)
  return sign === plus ? minutes : -minutes
}

/** Days since 1970 of a date of the Gregorian calendar (Hinnant's method: years that begin in March). */
function daysFromCivil(year: number, month: number, day: number): number {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}
