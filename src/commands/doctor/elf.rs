//! One program or shared library: what its tables say about MLIR.

use super::words::Words;
use crate::base::source::io_reason;
use object::{
    Endianness, FileKind, ReadCache, ReadRef, StringTable,
    elf::{
        DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME, EM_AARCH64, EM_X86_64, ET_DYN, ET_EXEC,
        FileHeader32, FileHeader64, Machine, PT_INTERP, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE,
        SHT_DYNSYM, SHT_PROGBITS, STB_WEAK,
    },
    read::elf::{FileHeader, ProgramHeader, SectionHeader, SectionTable, Sym},
};
use rustc_hash::FxHashSet;
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// What the tables of a file say. Of functions and variables, only those of MLIR and
/// LLVM are kept.
#[derive(Debug, Default)]
pub(super) struct Elf {
    pub(super) path: PathBuf,
    pub(super) machine: String,
    /// Whether it can be run.
    pub(super) is_program: bool,
    /// The name by which others need it.
    pub(super) name: Option<String>,
    /// The libraries that it needs, in order.
    pub(super) needed: Vec<String>,
    /// Where to look for these, before what the environment says.
    pub(super) early_folders: Vec<String>,
    /// Where to look for these, after it.
    pub(super) late_folders: Vec<String>,
    pub(super) defined: FxHashSet<Box<[u8]>>,
    /// What another file must define, sorted.
    pub(super) wanted: Vec<Box<[u8]>>,
    pub(super) words: Words,
}

/// Why a file was not read.
#[derive(Debug)]
pub(super) enum Unreadable {
    /// It cannot be read at all.
    File(io::Error),
    /// It is a folder, a device or the like.
    NoFile,
    /// Its first line names the program that runs it.
    Script,
    /// It is something else.
    Other,
    /// Its tables contradict each other.
    Damaged(String),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Unreadable::File(error)
    }
}

impl From<object::Error> for Unreadable {
    fn from(error: object::Error) -> Self {
        Unreadable::Damaged(error.to_string())
    }
}

impl Unreadable {
    /// Says what is wrong with the file, after its name.
    pub(super) fn reason(&self) -> String {
        match self {
            Unreadable::File(error) => format!("cannot be read: {}", io_reason(error)),
            Unreadable::NoFile => "is not a file".to_owned(),
            Unreadable::Script => "is a script".to_owned(),
            Unreadable::Other => "is neither a program nor a shared library".to_owned(),
            Unreadable::Damaged(reason) => format!("is damaged: {reason}"),
        }
    }
}

impl Elf {
    /// Reads a program or shared library.
    ///
    /// # Errors
    ///
    /// The reason, if the file cannot be read or is something else.
    pub(super) fn read(path: &Path) -> Result<Self, Unreadable> {
        // To open a pipe would wait for somebody who writes.
        if !path.metadata()?.is_file() {
            return Err(Unreadable::NoFile);
        }
        let mut file = File::open(path)?;
        let cache = ReadCache::new(file.try_clone()?);
        if (&cache)
            .read_bytes_at(0, 2)
            .is_ok_and(|start| start == b"#!")
        {
            return Err(Unreadable::Script);
        }
        let mut elf = match FileKind::parse(&cache) {
            Ok(FileKind::Elf64) => read::<FileHeader64<Endianness>>(&cache, &mut file)?,
            Ok(FileKind::Elf32) => read::<FileHeader32<Endianness>>(&cache, &mut file)?,
            _ => return Err(Unreadable::Other),
        };
        elf.path = path.to_owned();
        Ok(elf)
    }
}

type Cache = ReadCache<File>;

fn read<H: FileHeader<Endian = Endianness>>(
    data: &Cache,
    file: &mut File,
) -> Result<Elf, Unreadable> {
    let header = H::parse(data)?;
    let endian = header.endian()?;
    if ![ET_EXEC, ET_DYN].contains(&header.e_type(endian)) {
        return Err(Unreadable::Other);
    }
    let sections = header.sections(endian, data)?;
    if sections.is_empty() {
        let reason = "it has no table of sections".to_owned();
        return Err(Unreadable::Damaged(reason));
    }
    let mut segments = header.program_headers(endian, data)?.iter();
    let mut elf = Elf {
        machine: machine(header.e_machine(endian), header.is_type_64()),
        is_program: segments.any(|segment| segment.p_type(endian) == PT_INTERP)
            || header.e_type(endian) == ET_EXEC,
        ..Elf::default()
    };
    read_dynamic(&mut elf, &sections, endian, data)?;
    read_symbols(&mut elf, &sections, endian, data)?;
    read_words(&mut elf, &sections, endian, file)?;
    Ok(elf)
}

fn machine(machine: Machine, is_64: bool) -> String {
    let bits = if is_64 { 64 } else { 32 };
    match machine {
        EM_X86_64 if is_64 => "x86-64".to_owned(),
        EM_AARCH64 if is_64 => "arm64".to_owned(),
        other => format!("machine {} with {bits} bits", other.0),
    }
}

/// Reads which libraries the file needs, and where they are.
fn read_dynamic<'d, H: FileHeader<Endian = Endianness>>(
    elf: &mut Elf,
    sections: &SectionTable<'d, H, &'d Cache>,
    endian: Endianness,
    data: &'d Cache,
) -> Result<(), Unreadable> {
    let table = sections.dynamic_table(endian, data)?;
    for entry in &table {
        let text = || table.string(entry).map(as_text);
        match entry.tag {
            DT_NEEDED => elf.needed.push(text()?),
            DT_SONAME => elf.name = Some(text()?),
            DT_RPATH => elf.early_folders = folders(&text()?),
            DT_RUNPATH => elf.late_folders = folders(&text()?),
            _ => {}
        }
    }
    // The loader does the same.
    if !elf.late_folders.is_empty() {
        elf.early_folders.clear();
    }
    Ok(())
}

fn as_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folders(text: &str) -> Vec<String> {
    let folders = text.split(':').filter(|folder| !folder.is_empty());
    folders.map(str::to_owned).collect()
}

fn read_symbols<'d, H: FileHeader<Endian = Endianness>>(
    elf: &mut Elf,
    sections: &SectionTable<'d, H, &'d Cache>,
    endian: Endianness,
    data: &'d Cache,
) -> Result<(), Unreadable> {
    let mut tables = sections.iter();
    let Some(table) = tables.find(|section| section.sh_type(endian) == SHT_DYNSYM) else {
        return Ok(());
    };
    let symbols = table.data_as_array::<H::Sym, _>(endian, data)?;
    // Read as a whole, because a library of MLIR has 200 000 names.
    let names = sections.section(table.link(endian))?.data(endian, data)?;
    let names = StringTable::new(names, 0, names.len() as u64);
    for symbol in symbols.iter().filter(|symbol| !symbol.is_local()) {
        let name = symbol.name(endian, names)?;
        if !is_of_mlir(name) {
            continue;
        }
        if !symbol.is_undefined(endian) {
            elf.defined.insert(name.into());
        } else if symbol.st_bind() != STB_WEAK {
            elf.wanted.push(name.into());
        }
    }
    elf.wanted.sort();
    Ok(())
}

/// Whether a function or variable is MLIR's or LLVM's, in C++ or C.
fn is_of_mlir(name: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(name, part).is_some();
    match name.starts_with(b"_Z") {
        true => has(b"4mlir") || has(b"4llvm"),
        false => name.starts_with(b"mlir") || name.starts_with(b"LLVM"),
    }
}

/// Reads the texts of the file, which are in sections with constants.
fn read_words<'d, H: FileHeader<Endian = Endianness>>(
    elf: &mut Elf,
    sections: &SectionTable<'d, H, &'d Cache>,
    endian: Endianness,
    file: &mut File,
) -> Result<(), Unreadable> {
    let others = SHF_WRITE.0 | SHF_EXECINSTR.0;
    for section in sections.iter() {
        let flags = section.sh_flags(endian).0;
        let is_constant = flags & SHF_ALLOC.0 != 0 && flags & others == 0;
        if section.sh_type(endian) == SHT_PROGBITS
            && is_constant
            && let Some((start, size)) = section.file_range(endian)
        {
            elf.words.read(file, start, size)?;
        }
    }
    Ok(())
}
