/** One instruction of classic BPF (linux/filter.h): opcode, jumps if true and if false, operand. */
export type BpfInstruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

/** Fields of `struct seccomp_data` by byte offset; arguments are 64 bits wide, low word first. */
export const seccompData = {
  number: 0,
  architecture: 4,
  low: (argument: number): number => 16 + 8 * argument,
  high: (argument: number): number => 20 + 8 * argument,
} as const;

export const seccompReturn = {
  kill: 0x80000000,
  errno: (value: number): number => 0x00050000 | value,
  notify: 0x7fc00000,
  allow: 0x7fff0000,
} as const;

export const load = (offset: number): BpfInstruction => [0x20, 0, 0, offset];
export const and = (mask: number): BpfInstruction => [0x54, 0, 0, mask];
export const ret = (value: number): BpfInstruction => [0x06, 0, 0, value];
/** The jumps count the instructions to skip. */
export const ifEqual = (value: number, skipTrue: number, skipFalse: number): BpfInstruction => [0x15, skipTrue, skipFalse, value];
export const ifAtLeast = (value: number, skipTrue: number, skipFalse: number): BpfInstruction => [0x35, skipTrue, skipFalse, value];

/** `struct sock_filter` array, little-endian as on both supported architectures. */
export function assemble(program: readonly BpfInstruction[]): Uint8Array {
  if (program.length > 4096) throw new RangeError(`a filter has at most 4096 instructions, not ${program.length}`);
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, jumpTrue, jumpFalse, operand]] of program.entries()) {
    if (jumpTrue > 255 || jumpFalse > 255) throw new RangeError(`jump too far at instruction ${index}`);
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, jumpTrue);
    view.setUint8(index * 8 + 3, jumpFalse);
    view.setUint32(index * 8 + 4, operand >>> 0, true);
  }
  return bytes;
}
