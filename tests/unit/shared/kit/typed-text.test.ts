import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/shared/contract/live-answers.ts';
import { typedLine, typedLines } from '../../../../src/shared/kit/typed-text.ts';

/** Letters with all the marks that their scripts write, and emoji of many parts. */
const REAL_TEXTS = [
  'Việt Nam, Ǆ, é and e\u0301',
  'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים',
  'بِسْمِ ٱللَّٰهِ',
  'बैटरी परीक्षण, क्षत्रिय',
  'ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ, རྒྱུ',
  'ทดสอบแบตเตอรี่ น้ำ',
  'می‌خواهم',
  'abc \u200fעברית\u200e (x)',
  '👩‍🚀 👨‍👩‍👧‍👦 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 👁️‍🗨️ 1️⃣ ☀️',
];

describe('plain text', () => {
  it('is empty without anything to see', () => {
    expect(plainText(' \u200b\u2060\u00ad ', 80)).toBe('');
    expect(plainText('👩\u200d🚀', 80)).toBe('👩\u200d🚀');
  });

  it('has no half of a surrogate pair, not even where it is cut', () => {
    expect(plainText('a\ud83db\udc00c', 80)).toBe('a b c');
    expect(plainText(`${' '.repeat(3)}😀`, 1)).toBe('');
    expect(plainText('😀 x', 80)).toBe('😀 x');
  });
});

describe('typed text', () => {
  it.each(REAL_TEXTS)('keeps every character of %s', (text) => {
    expect(typedLine(text)).toBe(text);
    expect(typedLines(text)).toBe(text);
  });

  it.each([
    ['an override that is never ended', '\u202egnp.exe', 'gnp.exe'],
    ['embeddings and isolates', '\u202aa\u202bb\u202cc\u202dd\u2066e\u2067f\u2068g\u2069h', 'abcdefgh'],
    ['NUL, BEL, escape and delete', 'a\u0000b\u0007c\u001b[31md\u007fe', 'abc[31mde'],
    ['a control of C1', 'a\u009bb', 'ab'],
    ['a byte order mark and annotations', '\ufeffa\ufff9b\ufffac\ufffb', 'abc'],
    ['half of a surrogate pair', 'a\ud83db\udc00c', 'abc'],
    ['a control at the end of a word', ' a \u0000', 'a'],
  ])('has no longer %s', (_, text, expected) => {
    expect(typedLine(text)).toBe(expected);
    expect(typedLines(text)).toBe(expected);
  });

  it('keeps eight of 150 marks on a letter, and the same where joiners part them', () => {
    expect(typedLine(`a${'\u0301'.repeat(150)}b`)).toBe(`a${'\u0301'.repeat(8)}b`);
    expect(typedLine(`a${'\u0301\u200d'.repeat(75)}b`)).toBe(`a${'\u0301\u200d'.repeat(4)}b`);
    expect(typedLine(`${'\u0336'.repeat(9)}`)).toBe('\u0336'.repeat(8));
    expect(plainText(`a${'\u0301'.repeat(150)}b`, 80)).toBe(`a${'\u0301'.repeat(8)}b`);
  });

  it('keeps lines and tabs in a multi-line field, and has spaces otherwise', () => {
    const text = ' a\r\nb\rc\nd\u2028e\u0085f\tg\n';
    expect(typedLines(text)).toBe('a\nb\nc\nd\ne\nf\tg');
    expect(typedLine(text)).toBe('a b c d e f g');
  });

  it('of any kind is clean, and cleaning is idempotent', () => {
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u202e', '\u0301', '\u200d', '\ud800')))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (anything) => {
        const [line, lines] = [typedLine(anything), typedLines(anything)];
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{M}{9}/u);
        expect(lines.replaceAll(/[\n\t]/g, '')).not.toMatch(
          /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{M}{9}/u,
        );
        expect([typedLine(line), typedLines(lines)]).toEqual([line, lines]);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
