// A battle's day in words. Scenario dates are plain days: no clock and no time zone may move them.

import type { Language } from "./protocol";

const SPOKEN: Record<Language, string> = { en: "en-GB", it: "it-IT" };

/** «20 August 1648», «20 agosto 1648»; a month or a year alone stays one, and anything else is shown as it is written. */
export function dayInWords(date: string, language: Language): string {
  const found = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(date);
  if (!found) return date;
  const [, year, month, day] = found;
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  if (day && moment.getUTCDate() !== Number(day)) return date;
  const words = new Intl.DateTimeFormat(SPOKEN[language], {
    timeZone: "UTC",
    year: "numeric",
    ...(month ? { month: "long" } : {}),
    ...(day ? { day: "numeric" } : {}),
  }).format(moment);
  // The first of a month is «1º» in Italian print.
  return language === "it" ? words.replace(/^1 /, "1º ") : words;
}

/** When something was done here: «today, 14:05», or the day. */
export function whenDone(at: number, language: Language, now = Date.now()): string {
  const then = new Date(at);
  const sameDay = then.toDateString() === new Date(now).toDateString();
  if (!sameDay) {
    return new Intl.DateTimeFormat(SPOKEN[language], { day: "numeric", month: "long" }).format(then);
  }
  const hour = new Intl.DateTimeFormat(SPOKEN[language], { hour: "2-digit", minute: "2-digit" }).format(then);
  return language === "it" ? `oggi, ${hour}` : `today, ${hour}`;
}
