// What the SDK uses of its surroundings and the compiler's own library lacks: parts of Node, and newer interfaces of browsers.

declare module "node:*";

declare const process: any;
declare const Buffer: any;
declare var setImmediate: ((work: () => void) => unknown) | undefined;

interface FileSystemSyncAccessHandle {
  close(): void;
  flush(): void;
  getSize(): number;
  read(bytes: BufferSource, options?: { at: number }): number;
  truncate(size: number): void;
  write(bytes: BufferSource, options?: { at: number }): number;
}

interface FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: string }): Promise<FileSystemSyncAccessHandle>;
}

interface FileSystemDirectoryHandle {
  keys(): AsyncIterableIterator<string>;
}

interface Array<T> {
  findLast(predicate: (value: T, index: number) => unknown): T | undefined;
}
