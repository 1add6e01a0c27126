//! Values as bytes of a fixed number, so that they can be kept outside of Rust's types: in the
//! memory of a C program, or over a loss of power.
//!
//! Reading takes any bytes whatever, and answers with a value only if they can be one.

/// A value that can be written as bytes and read back.
pub trait Pack: Sized {
    /// How many bytes it takes.
    const SIZE: usize;

    /// Writes the value, [`Self::SIZE`] bytes long.
    fn pack(&self, to: &mut Packer<'_>);

    /// Reads a value; none if the bytes are none.
    fn unpack(from: &mut Unpacker<'_>) -> Option<Self>;
}

/// Where values are written, one after the other. What does not fit is dropped.
#[derive(Debug)]
pub struct Packer<'b>(&'b mut [u8]);

impl<'b> Packer<'b> {
    /// Writes from the first of these bytes on.
    #[must_use]
    pub const fn new(bytes: &'b mut [u8]) -> Self {
        Self(bytes)
    }

    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some((here, rest)) = core::mem::take(&mut self.0).split_first_chunk_mut() {
            *here = bytes;
            self.0 = rest;
        }
    }

    /// Goes on after this many bytes, which stay as they are.
    fn leave(&mut self, bytes: usize) {
        self.0 = core::mem::take(&mut self.0).get_mut(bytes..).unwrap_or_default();
    }
}

/// Where values are read, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Unpacker<'b>(&'b [u8]);

impl<'b> Unpacker<'b> {
    /// Reads from the first of these bytes on.
    #[must_use]
    pub const fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (here, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*here)
    }
}

impl Pack for u8 {
    const SIZE: usize = 1;

    fn pack(&self, to: &mut Packer<'_>) {
        to.put([*self]);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.take::<1>().map(|[byte]| byte)
    }
}

impl Pack for u16 {
    const SIZE: usize = 2;

    fn pack(&self, to: &mut Packer<'_>) {
        to.put(self.to_le_bytes());
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.take().map(Self::from_le_bytes)
    }
}

impl Pack for u64 {
    const SIZE: usize = 8;

    fn pack(&self, to: &mut Packer<'_>) {
        to.put(self.to_le_bytes());
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.take().map(Self::from_le_bytes)
    }
}

impl Pack for bool {
    const SIZE: usize = 1;

    fn pack(&self, to: &mut Packer<'_>) {
        u8::from(*self).pack(to);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        match u8::unpack(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<const N: usize> Pack for [u8; N] {
    const SIZE: usize = N;

    fn pack(&self, to: &mut Packer<'_>) {
        to.put(*self);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        from.take()
    }
}

impl<T: Pack> Pack for Option<T> {
    const SIZE: usize = 1 + T::SIZE;

    fn pack(&self, to: &mut Packer<'_>) {
        self.is_some().pack(to);
        match self {
            Some(value) => value.pack(to),
            None => to.leave(T::SIZE),
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        if bool::unpack(from)? {
            return T::unpack(from).map(Some);
        }
        from.0 = from.0.get(T::SIZE..)?;
        Some(None)
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    const SIZE: usize = A::SIZE + B::SIZE;

    fn pack(&self, to: &mut Packer<'_>) {
        self.0.pack(to);
        self.1.pack(to);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        Some((A::unpack(from)?, B::unpack(from)?))
    }
}

/// A structure is its fields, one after the other; with `if`, only such fields as agree.
macro_rules! pack_fields {
    ($type:ident { $($field:tt: $of:ty),+ $(,)? } $(if $agree:path)?) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = 0 $(+ <$of as crate::pack::Pack>::SIZE)+;

            fn pack(&self, to: &mut crate::pack::Packer<'_>) {
                $(self.$field.pack(to);)+
            }

            fn unpack(from: &mut crate::pack::Unpacker<'_>) -> Option<Self> {
                let value = Self { $($field: <$of as crate::pack::Pack>::unpack(from)?),+ };
                $(if !$agree(&value) {
                    return None;
                })?
                Some(value)
            }
        }
    };
}

/// A value of an enumeration is one byte, its code: its place among all of them.
macro_rules! pack_code {
    ($type:ident) => {
        impl crate::pack::Pack for $type {
            const SIZE: usize = 1;

            fn pack(&self, to: &mut crate::pack::Packer<'_>) {
                (*self as u8).pack(to);
            }

            fn unpack(from: &mut crate::pack::Unpacker<'_>) -> Option<Self> {
                Self::ALL.get(usize::from(u8::unpack(from)?)).copied()
            }
        }
    };
}

pub(crate) use {pack_code, pack_fields};

#[cfg(test)]
mod tests {
    use super::{Pack, Packer, Unpacker};
    use crate::arbiter::Arbiter;
    use crate::chess::position::Position;
    use crate::law::rulebooks::Rulebook;

    const FEN: &str = "r3k2r/1P6/8/3pP3/8/5r2/8/R3K2R w KQkq d6 3 17";
    const SESSIONS: [&str; 7] = [
        "",
        "e1+h1 e1-g1 clock e1-e1 e1-d1 opp:e8",
        "e1-c1 a1-d1 hands clock opp:f3",
        "b7-a8 N@a8 N-a8 opp:a8 claim arbiter",
        "adjust:e1 brush:a1 e5-d6 clock off:d5 clock",
        "h1 e1 e1-g1 claim clock opp:h8 arbiter",
        "Q-f8 clock clock off:e1 off:a1 e5-e7 clock",
    ];

    fn packed(arbiter: &Arbiter) -> [u8; Arbiter::SIZE] {
        let mut bytes = [0; Arbiter::SIZE];
        arbiter.pack(&mut Packer::new(&mut bytes));
        bytes
    }

    fn each_state(mut see: impl FnMut(&Arbiter)) {
        for rules in Rulebook::ALL {
            for events in SESSIONS {
                let mut arbiter = Arbiter::new(Position::from_fen(FEN).unwrap(), rules);
                see(&arbiter);
                for event in events.split_whitespace() {
                    arbiter.handle(event.parse().unwrap()).unwrap();
                    see(&arbiter);
                }
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        each_state(|arbiter| {
            let bytes = packed(arbiter);
            assert_eq!(Arbiter::unpack(&mut Unpacker::new(&bytes)).as_ref(), Some(arbiter));
        });
    }

    #[test]
    fn what_can_be_unpacked_gives_a_ruling_whatever_it_is() {
        let mut states = 0;
        each_state(|arbiter| {
            let whole = packed(arbiter);
            for place in 0..whole.len() {
                for change in [0x01, 0x04, 0x10, 0x40, 0x81, 0xff] {
                    let mut bytes = whole;
                    bytes[place] ^= change;
                    if let Some(mut read) = Arbiter::unpack(&mut Unpacker::new(&bytes)) {
                        assert_eq!(packed(&read)[..place], bytes[..place]);
                        let _ = read.handle("clock".parse().unwrap());
                        let _ = read.handle("e1-g1".parse().unwrap());
                        states += 1;
                    }
                }
            }
        });
        assert!(states > 10_000, "{states}");
    }

    #[test]
    fn bytes_that_are_no_machine_are_refused() {
        let arbiter = Arbiter::new(Position::standard(), Rulebook::Lesson);
        let whole = packed(&arbiter);
        assert_eq!(Arbiter::unpack(&mut Unpacker::new(&whole[1..])), None);
        for byte in [0x00, 0x55, 0xaa, 0xff] {
            assert_eq!(Arbiter::unpack(&mut Unpacker::new(&[byte; Arbiter::SIZE])), None);
        }
    }
}
