// Waits for one job on standard input, with Node already started, and becomes it.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');
// What a probe needs; loading it is part of starting.
require('node:vm');
require('node:util/types');

function readExactly(size) {
  const data = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const taken = fs.readSync(0, data, at, size - at, null);
    if (taken === 0) process.reallyExit(3);
    at += taken;
  }
  return data;
}

const job = JSON.parse(readExactly(readExactly(4).readUInt32LE(0)).toString('utf8'));
let main = '';
for (const [name, size] of job.files) {
  const data = readExactly(size);
  if (name === job.main) {
    main = data.toString('utf8');
    continue;
  }
  fs.mkdirSync(path.dirname(path.resolve(name)), { recursive: true });
  fs.writeFileSync(name, data, { flag: 'wx' });
}
const file = path.join(__dirname, job.main);
process.argv = [process.execPath, file, ...job.args];
const loaded = new Module(file, null);
loaded.filename = file;
loaded.paths = [];
process.mainModule = loaded;
loaded._compile(main, file);
